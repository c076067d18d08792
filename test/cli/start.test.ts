import { readFileSync } from 'node:fs'
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

const [, actions = ''] = /import\("\.\/(actions-[^"]+)"\)/.exec(readFileSync(`${dist}main.js`, 'utf8')) ?? []

test('starting loads the command declarations but no actions', () => {
  const texts = loadedWith('main.js')
  expect([...texts.keys()].filter((name) => name.startsWith('actions-'))).toEqual([])
  const bytes = [...texts.values()].reduce((sum, { length }) => sum + length, 0)
  expect(bytes).toBeLessThan(100_000)
})

test('actions come in few files, without optional parts', () => {
  const texts = loadedWith(actions)
  expect(texts.size).toBeLessThan(18)
  const names = [...texts.keys()].join(' ')
  expect(names).not.toMatch(/json-log|metrics|run-checks|sample|redis|sqlite|cli-progress/)
})

test('nothing imports node:http, which on Node 22 and 24 also loads a fetch client', () => {
  const texts = loadedWith(actions, loadedWith('main.js'))
  const importing = [...texts].filter(([, text]) => /from ?"(node:)?http"/.test(text)).map(([name]) => name)
  expect(importing).toEqual([])
})
