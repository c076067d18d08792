import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { ROOT } from '../support/markdown.mjs'
import type { startRegistry } from './registry.ts'

const run = promisify(execFile)

type Registry = Pick<Awaited<ReturnType<typeof startRegistry>>, 'origin' | 'env'>

/** Whether npm proves to a registry which job it is: since 11.5. Node 22 and older bring an npm of before. */
export const provesItsJob = (() => {
  const [major = 0, minor = 0] = execFileSync('npm', ['--version'], { encoding: 'utf8' })
    .split('.')
    .map(Number)
  return major > 11 || (major === 11 && minor >= 5)
})()

/**
 * Publishes the tarballs of a folder as the workflow does, to another registry and from an empty home.
 *
 * @param provenance The option without which npm asks the log of the world for a signature.
 */
export async function publish(
  folder: string,
  { origin, env }: Registry,
  more: readonly string[] = [],
  provenance: readonly string[] = ['--provenance=false'],
): Promise<{ code: number; stdout: string; stderr: string }> {
  const home = mkdtempSync(join(tmpdir(), 'space-data-home-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  const options = ['--registry', origin, '--fetch-retries=0', ...provenance, ...more]
  const script = [`${ROOT}build/release/publish.mjs`, folder, ...options]
  const all = { ...process.env, HOME: home, npm_config_cache: join(home, 'cache'), ...env }
  return run(process.execPath, script, { cwd: home, env: all }).then(
    (said) => ({ code: 0, ...said }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  )
}
