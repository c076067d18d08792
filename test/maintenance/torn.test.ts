import { beforeAll, describe, expect, test } from 'vitest'
import { ImportRefused } from '../../packages/core/src/maintenance/read-lines.ts'
import { wholeRun } from '../jobs/support.ts'
import { testContext } from '../support/context.ts'
import { fill } from './filled.ts'
import { exported, inPieces, newStore } from './places.ts'

let whole: string
let lines: string[]
beforeAll(async () => {
  const context = testContext()
  await fill(context)
  whole = await exported(context)
  lines = whole.trimEnd().split('\n')
})

const withoutLine = (wanted: RegExp) => lines.filter((line) => !wanted.test(line))
const changed = (from: string | RegExp, to: string) => whole.replace(from, to)

describe('an import is refused that', () => {
  const cases: Record<string, [text: () => string, says: RegExp]> = {
    'is empty': [() => '', /nothing was given/],
    'ends in the middle of a line': [() => whole.slice(0, -20), /it ends in the middle of line \d+$/],
    'lacks its last line': [() => text(lines.slice(0, -1)), /it ends after line \d+, before its end$/],
    'has its header alone': [() => text(lines.slice(0, 1)), /it ends after line 1, before its end$/],
    'begins with something else': [() => 'not JSON\n', /^line 1: it is no export of this version/],
    'is bytes of something else': [() => '\u0000\u0001'.repeat(99), /it ends in the middle of line 1/],
    'is of a later version': [
      () => changed('"version":1', '"version":2'),
      /^line 1: it is no export of this/,
    ],
    'is of another format': [() => changed('space-data-store', 'others'), /^line 1: it is no export of this/],
    'lacks its header': [() => text(lines.slice(1)), /^line 1: it is no export of this version/],
    'has a line twice': [() => text([...lines.slice(0, 2), ...lines.slice(1)]), /tells of 3 requests, and 4/],
    'lacks a key': [() => text(withoutLine(/"label":"live"/)), /^line \d+: it tells of \d keys, and \d were/],
    'lacks a part of the shells': [
      () => text(withoutLine(/"shell:7"/)),
      /the run \S+ of the shells is not whole/,
    ],
    'lacks the end of the shells': [
      () => text(withoutLine(/shells_end/)),
      /the run \S+ of the shells is not whole/,
    ],
    'was changed': [() => changed('"label":"live"', '"label":"love"'), /are not those that were exported/],
    'has a line that is none': [
      () => text([...lines.slice(0, 3), '{', ...lines.slice(3)]),
      /^line 4: it is not JSON/,
    ],
    'has a line of an unknown type': [
      () => changed('"type":"key"', '"type":"lock"'),
      /^line \d+: type is not what/,
    ],
    'has a member of the wrong type': [
      () => changed(/"hash":"\w{64}"/, '"hash":7'),
      /record\.hash is not what/,
    ],
    'has a member too many': [() => changed('"record":{', '"record":{"more":1,'), /record\.more is not what/],
    'goes on behind its end': [() => `${whole}{}\n`, /^line \d+: /],
    'is two in one': [() => whole + whole, /it comes after the end$/],
  }

  test.each(Object.entries(cases))('%s', async (_, [spoilt, says]) => {
    const { store } = await newStore()
    const refusal = await store.import(inPieces(spoilt())).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ImportRefused)
    expect((refusal as Error).message).toMatch(says)
  })
})

test('what was taken in of a torn export does no harm, shows no shells, and a whole one puts it right', async () => {
  const { context, store } = await newStore()
  for (let part = 0.1; part < 1; part += 0.2) {
    const torn = whole.slice(0, part * whole.length)
    await expect(store.import(inPieces(torn))).rejects.toThrow(ImportRefused)
    expect(await wholeRun(context)).toBeUndefined()
    expect((await store.check()).findings).toEqual([])
  }
  expect(await store.import(inPieces(whole))).toMatchObject({ keys: 4, conflicts: [] })
  expect(await wholeRun(context)).toBeDefined()
})

const text = (kept: readonly string[]) => kept.map((line) => `${line}\n`).join('')
