import { execFileSync } from 'node:child_process'
import { ROOT } from './markdown.ts'

const PRINT_AS_JSON = 'process.stdout.write(JSON.stringify(Bun.YAML.parse(await Bun.stdin.text())) ?? "null")'

/** Parses YAML with the parser that Bun brings. */
export function parseYaml(text: string): unknown {
  const options = { input: text, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] } as const
  return JSON.parse(execFileSync(`${ROOT}test/node_modules/.bin/bun`, ['-e', PRINT_AS_JSON], options))
}
