import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A disk of so many megabytes that goes away when the test leaves the block; `undefined` for who may not
 * mount one.
 */
export function smallDisk(megabytes: number): ({ path: string } & Disposable) | undefined {
  const path = mkdtempSync(join(tmpdir(), 'space-data-disk-'))
  try {
    const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`]
    execFileSync('mount', [...options, 'tmpfs', path], { stdio: 'ignore' })
  } catch {
    rmdirSync(path)
    return undefined
  }
  return {
    path,
    [Symbol.dispose]() {
      execFileSync('umount', [path])
      rmdirSync(path)
    },
  }
}
