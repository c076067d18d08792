import { execFileSync } from 'node:child_process'
import { ROOT } from './markdown.mjs'

const PRINT_AS_JSON = 'process.stdout.write(JSON.stringify(Bun.YAML.parse(await Bun.stdin.text())) ?? "null")'

/** Parses YAML with the parser that Bun brings. */
export function parseYaml(text: string): unknown {
  const json = execFileSync(`${ROOT}test/node_modules/.bin/bun`, ['-e', PRINT_AS_JSON], {
    input: text,
    encoding: 'utf8',
    stdio: 'pipe',
  })
  return JSON.parse(json)
}
