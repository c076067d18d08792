import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { cliReference } from './support/cli-reference.ts'
import { phrasesIn } from './support/english.mjs'
import { pages, ROOT, textOf } from './support/markdown.mjs'
import { describeAll } from './support/table.ts'

const folders = ['browser', 'charts', 'cli', 'core', 'sample'].map((name) => `packages/${name}/src`)
const files = folders.flatMap((folder) =>
  readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`),
)

/** Returns `text` without its fenced and inline code. */
const prose = (text: string) => text.replace(/^ *```[\s\S]*?^ *```$/gm, '').replace(/`[^`\n]*`/g, '``')

describe('phrases that support/english.mjs lists are absent from', () => {
  test.each([...pages(), 'CHANGELOG.md'])('%s', (page) => {
    expect(phrasesIn(prose(textOf(page)))).toEqual([])
  })

  test('the OpenAPI document', () => {
    expect(phrasesIn(prose(JSON.stringify(describeAll(), null, 1)))).toEqual([])
  })

  test('the help of every command', async () => {
    expect(phrasesIn(prose(await cliReference()))).toEqual([])
  })

  test('source files: texts and comments', () => {
    const found = files.flatMap((file) =>
      phrasesIn(readFileSync(`${ROOT}${file}`, 'utf8')).map(({ line, found }) => `${file}:${line}: ${found}`),
    )
    expect(files.length).toBeGreaterThan(900)
    expect(found).toEqual([])
  })
})
