import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { HOME, start } from '../support/child.ts'
import { blocksOf, ROOT } from '../support/markdown.mjs'

/** `code-blocks.test.ts` runs the commands of every page, these included. */
const tutorial = blocksOf('docs/tutorial.md')
const codeAfter = (start: string) => tutorial.find(({ code }) => code.startsWith(start))?.code ?? ''

test('the tutorial shows what the sample server prints', async () => {
  const data = mkdtempSync(join(tmpdir(), 'space-data-'))
  onTestFinished(() => rmSync(data, { recursive: true }))
  const args = ['packages/cli/bin/space-data.mjs', 'serve', '--sample', '--port', '0']
  await using server = start(process.execPath, args, { cwd: ROOT, env: { XDG_DATA_HOME: data } })
  const [, origin = ''] = await server.says(HOME)
  const [, demoKey = ''] = await server.says(/^ {2}Try\n.*(sd_live_\w+)'\n/m)
  const shown = codeAfter('Space-Data ')
  const output = server.output()
  const printed = output.slice(output.indexOf('Space-Data '), output.indexOf(demoKey) + demoKey.length)
  const inTutorial = printed
    .replaceAll(origin, 'http://127.0.0.1:8787')
    .replace(data, '/home/you/.local/share')
    .replace(demoKey, /sd_live_\w+/.exec(shown)?.[0] ?? '')
  expect(`${inTutorial}'\n`).toBe(shown)

  const text = await (await fetch(`${origin}/v1/tle/stations`)).text()
  const shownLines = codeAfter('ISS ').trim().split('\n')
  expect(text.split('\n').slice(0, 3).map(shapeOfLine)).toEqual(shownLines.map(shapeOfLine))
})

test("the program of core's README runs as it stands", async () => {
  const program = blocksOf('packages/core/README.md').find(({ language }) => language === 'js')?.code ?? ''
  const folder = mkdtempSync(join(ROOT, 'test', '.readme-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'server.mjs')
  writeFileSync(
    file,
    program.replace('listen(3000)', 'listen(0, function () { console.log(this.address().port) })'),
  )
  await using server = start(process.execPath, [file], { cwd: ROOT })
  const [port] = await server.says(/^\d+$/m)
  expect((await fetch(`http://127.0.0.1:${port}/v1/speedtest/ping`)).status).toBe(204)
})

/** A name as it is; a line of elements by its number, its object and its length. */
function shapeOfLine(line: string): string {
  return line.length === 69 ? `${line.slice(0, 7)} ${line.length}` : line
}
