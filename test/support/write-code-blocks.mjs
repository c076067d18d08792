// Writes the TypeScript and JavaScript of every page to files, each beside the packages that it imports, for
// the type checker: `test/code-blocks/docs-tutorial-md-12.ts` is line 12 of docs/tutorial.md.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { blocksOf, pages, ROOT } from './markdown.mjs'

const HOMES = ['test', 'packages/core', 'examples/express', 'examples/hono']

/**
 * Returns the package whose imports a block may use: core for a block that is one of its files, an example
 * for a block with its framework.
 *
 * @param {string} code
 */
function homeOf(code) {
  if (/^ *\/\/ packages\/core\/\S+\.ts\n/.test(code)) return 'packages/core'
  const [framework] = /(?<=from ')(express|hono)(?=')/.exec(code) ?? []
  return framework ? `examples/${framework}` : 'test'
}

for (const home of HOMES) {
  rmSync(`${ROOT}${home}/code-blocks`, { recursive: true, force: true })
  mkdirSync(`${ROOT}${home}/code-blocks`)
}
for (const { page, line, language, code } of pages().flatMap(blocksOf)) {
  if (language !== 'ts' && language !== 'js') continue
  const name = `${page.replace(/\W/g, '-')}-${line}.ts`
  writeFileSync(`${ROOT}${homeOf(code)}/code-blocks/${name}`, `${code}\nexport {}\n`)
}
