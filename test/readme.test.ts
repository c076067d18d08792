import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { HOME, start } from './support/child.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const readme = readFileSync(join(root, 'README.md'), 'utf8')

test('the server of the README says what is shown, and its curls give output like that shown beneath them', async () => {
  const data = mkdtempSync(join(tmpdir(), 'space-data-'))
  await using server = start(
    process.execPath,
    ['packages/cli/bin/space-data.mjs', 'serve', '--sample', '--port', '0'],
    {
      cwd: root,
      env: { XDG_DATA_HOME: data },
    },
  )
  const [, origin = ''] = await server.says(HOME)
  const [, shownBanner = ''] = /```text\n(Space-Data [\s\S]*?)```/.exec(readme) ?? []
  const [, demoKey = ''] = await server.says(/^ {2}Try .*(sd_live_\w+)'\n/m)
  const output = server.output()
  const printedBanner = output.slice(output.indexOf('Space-Data '), output.indexOf(demoKey) + demoKey.length)
  const inReadme = printedBanner
    .replaceAll(origin, 'http://127.0.0.1:8787')
    .replace(data, '/home/you/.local/share')
    .replace(demoKey, /sd_live_\w+/.exec(shownBanner)?.[0] ?? '')
  expect(`${inReadme}'\n`).toBe(shownBanner)

  const pairs = [...readme.matchAll(/```sh\n(curl[^\n]+)\n```\n\n```(json|text)\n([\s\S]*?)```/g)]
  expect(pairs).toHaveLength(3)

  for (const [, command = '', kind, shown = ''] of pairs) {
    const line = command.replace('http://127.0.0.1:8787', origin).replace(/sd_live_\w+/, demoKey)
    const printed = execFileSync('bash', ['-c', line], { encoding: 'utf8' })
    if (kind === 'text') {
      expect(printed.split('\n').slice(0, 3).map(shapeOfLine)).toEqual(
        shown.trim().split('\n').map(shapeOfLine),
      )
    } else {
      const body = JSON.parse(printed)
      expect(shapeOf(body)).toEqual(shapeOf(JSON.parse(shown)))
      expect(body.source).toBe(JSON.parse(shown).source)
    }
  }
})

test('the program of the README runs as it stands', async () => {
  const [, program = ''] = /```js\n([\s\S]*?)```/.exec(readme) ?? []
  const folder = mkdtempSync(join(root, 'test', '.readme-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'server.mjs')
  writeFileSync(
    file,
    program.replace('listen(3000)', 'listen(0, function () { console.log(this.address().port) })'),
  )
  await using server = start(process.execPath, [file], { cwd: root })
  const [port] = await server.says(/^\d+$/m)
  expect((await fetch(`http://127.0.0.1:${port}/v1/speedtest/ping`)).status).toBe(204)
})

function shapeOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]))
}

/** A name as it is; a line of elements by its number, its object and its length. */
function shapeOfLine(line: string): string {
  return line.length === 69 ? `${line.slice(0, 7)} ${line.length}` : line
}
