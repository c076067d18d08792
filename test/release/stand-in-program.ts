import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { onTestFinished } from 'vitest'

interface StandIn {
  /** The environment in which it is found before the real program. */
  readonly env: NodeJS.ProcessEnv
  /** The calls so far: the words of each, with what it read behind `<`. */
  readonly calls: () => string[]
}

/**
 * Puts a program of a name before all others, which writes down how it is called.
 *
 * @param body What it does then: shell, with the words of the call in `$*`.
 */
export function standInProgram(name: string, body: string): StandIn {
  const folder = mkdtempSync(join(tmpdir(), `space-data-${name}-`))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const log = join(folder, 'calls')
  const program = join(folder, name)
  writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$*" >> '${log}'\nset -e\ncd '${folder}'\n${body}\n`)
  chmodSync(program, 0o755)
  return {
    env: { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH']}` },
    calls: () => (existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : []),
  }
}
