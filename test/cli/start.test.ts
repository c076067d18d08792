import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const dist = fileURLToPath(new URL('../../packages/cli/dist/', import.meta.url))

/** Returns a file of the built program and all its static imports, by name. */
function loadedWith(file: string, texts = new Map<string, string>()): Map<string, string> {
  if (texts.has(file)) return texts
  const text = readFileSync(dist + file, 'utf8')
  texts.set(file, text)
  for (const [, name = ''] of text.matchAll(/(?:\bfrom|\bimport) ?"\.\/([^"]+)"/g)) loadedWith(name, texts)
  return texts
}

/** The file that the program imports when `serve` runs. */
const [, serve = ''] =
  /import\("\.\/(run-[^"]+)"\)\)\.serve\(/.exec([...loadedWith('main.js').values()].join('\n')) ?? []

const sizeOf = (texts: Map<string, string>) =>
  [...texts.values()].reduce((sum, { length }) => sum + length, 0)

test('starting loads the declaration of `serve`, and no other command and no action', () => {
  const texts = loadedWith('main.js')
  expect([...texts.keys()].filter((name) => /^(actions|commands|run)-/.test(name))).toEqual([])
  expect(sizeOf(texts)).toBeLessThan(76_000)
})

test('`serve` comes in few files, without optional parts, pages and charts', () => {
  const texts = loadedWith(serve, loadedWith('main.js'))
  expect(texts.size).toBeLessThan(30)
  expect(sizeOf(texts)).toBeLessThan(1_160_000)
  const names = [...texts.keys()].join(' ')
  expect(names).not.toMatch(/actions|json-log|metrics|pages|run-checks|sample|redis|sqlite|cli-progress/)
  expect([...texts.values()].filter((text) => /stereographic|weather-figure/.test(text))).toEqual([])
})

test('nothing imports node:http, which on Node 22 and 24 also loads a fetch client', () => {
  const texts = loadedWith(serve, loadedWith('main.js'))
  const importing = [...texts].filter(([, text]) => /from ?"(node:)?http"/.test(text)).map(([name]) => name)
  expect(importing).toEqual([])
})

test('the client of MQTT comes with no other command, and with `serve` only for a broker', () => {
  const texts = loadedWith(serve, loadedWith('main.js'))
  const [, actions = ''] = /import\("\.\/(actions-[^"]+)"\)/.exec([...texts.values()].join('\n')) ?? []
  loadedWith(actions, texts)
  const holding = readdirSync(dist).filter(
    (name) => /\.js$/.test(name) && isClient(readFileSync(dist + name, 'utf8')),
  )
  expect(holding).toHaveLength(1)
  expect([...texts.keys()].filter((name) => holding.includes(name))).toEqual([])
})

const isClient = (text: string) => text.includes('mqttjs:client')
