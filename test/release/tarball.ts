import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Packs a package of one file, and returns the folder with its tarball. */
export function tarball(version: string, text = 'One.'): string {
  const folder = mkdtempSync(join(tmpdir(), 'space-data-tarball-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const publishConfig = { access: 'public', provenance: true }
  mkdirSync(join(folder, 'one'))
  writeFileSync(
    join(folder, 'one/package.json'),
    JSON.stringify({ name: '@space-test/one', version, publishConfig }),
  )
  writeFileSync(join(folder, 'one/README.md'), text)
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: join(folder, 'one') })
  return folder
}
