import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const dist = fileURLToPath(new URL('../../packages/cli/dist/', import.meta.url))

/** The text of a file of the built program and of all that it imports before it runs, by name. */
function loadedWith(file: string, texts = new Map<string, string>()): Map<string, string> {
  if (texts.has(file)) return texts
  const text = readFileSync(dist + file, 'utf8')
  texts.set(file, text)
  for (const [, name = ''] of text.matchAll(/(?:\bfrom|\bimport) ?"\.\/([^"]+)"/g)) loadedWith(name, texts)
  return texts
}

const [, actions = ''] = /import\("\.\/(actions-[^"]+)"\)/.exec(readFileSync(`${dist}main.js`, 'utf8')) ?? []

test('a start reads the flags of the commands, and nothing of what they do', () => {
  const texts = loadedWith('main.js')
  expect([...texts.keys()].filter((name) => name.startsWith('actions-'))).toEqual([])
  const bytes = [...texts.values()].reduce((sum, { length }) => sum + length, 0)
  expect(bytes).toBeLessThan(100_000)
})

test('what the commands do comes in few files, and without what only some of them need', () => {
  const texts = loadedWith(actions)
  expect(texts.size).toBeLessThan(16)
  const names = [...texts.keys()].join(' ')
  expect(names).not.toMatch(/json-log|metrics|examine|sample|redis|sqlite|png|cli-progress/)
})

test('no part of it imports node:http, which on Node 22 and 24 would load a fetch client with it', () => {
  const texts = loadedWith(actions, loadedWith('main.js'))
  const importing = [...texts].filter(([, text]) => /from ?"(node:)?http"/.test(text)).map(([name]) => name)
  expect(importing).toEqual([])
})
