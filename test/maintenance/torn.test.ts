import { ImportInterruptedError, ImportRejectedError } from '@space-data/core/storage'
import { beforeAll, describe, expect, test } from 'vitest'
import { issueKey } from '../../packages/core/src/kernel/accounts/keys/issue.ts'
import { KeyRecords } from '../../packages/core/src/kernel/accounts/keys/key-records.ts'
import { hashOf } from '../../packages/core/src/kernel/accounts/keys/secret.ts'
import { wholeRun } from '../debris/night/support.ts'
import { NOON, testContext } from '../support/context.ts'
import { killable } from '../webhooks/killable.ts'
import { fill } from './filled.ts'
import { entriesOf, exported, maintenanceOf, newStore, reading } from './maintained.ts'

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
    'is empty': [() => '', /the export is empty/],
    'ends in the middle of a line': [() => whole.slice(0, -20), /the export is truncated in line \d+$/],
    'lacks its last line': [
      () => text(lines.slice(0, -1)),
      /the export is truncated after line \d+: it has no end line$/,
    ],
    'has its header alone': [
      () => text(lines.slice(0, 1)),
      /the export is truncated after line 1: it has no end line$/,
    ],
    'begins with something else': [() => 'not JSON\n', /^line 1: not an export that this version/],
    'is bytes of something else': [() => '\u0000\u0001'.repeat(99), /the export is truncated in line 1/],
    'is of an earlier version': [
      () => changed('"version":2', '"version":1'),
      /^line 1: not an export that this/,
    ],
    'is of a later version': [
      () => changed('"version":2', '"version":3'),
      /^line 1: not an export that this/,
    ],
    'has a run without the numbers of its objects': [
      () => changed('"firstIds":[', '"ids":['),
      /^line \d+: record is invalid/,
    ],
    'is of another format': [() => changed('space-data-store', 'others'), /^line 1: not an export that this/],
    'lacks its header': [() => text(lines.slice(1)), /^line 1: not an export that this version/],
    'has a line twice': [
      () => text([...lines.slice(0, 2), ...lines.slice(1)]),
      /expected 3 daily counts in the export, found 4/,
    ],
    'lacks a key': [
      () => text(withoutLine(/"label":"live"/)),
      /^line \d+: expected \d keys in the export, found \d/,
    ],
    'lacks a part of the shells': [() => text(withoutLine(/:shell:7"/)), /shell run \S+ is incomplete/],
    'lacks the difference from the run before': [
      () => text(withoutLine(/:diff"/)),
      /shell run \S+ is incomplete/,
    ],
    'has parts of no run': [
      () => text(withoutLine(/"type":"shellRuns"/)),
      /shell part \S+:shell:0 belongs to no record/,
    ],
    'has a record under an id of another kind': [
      () => changed(/"seriesDays","id":":wind/, '"seriesDays","id":":waves'),
      /^line \d+: id is invalid/,
    ],
    'was changed': [() => changed('"label":"live"', '"label":"love"'), /checksum mismatch/],
    'has a line that is none': [
      () => text([...lines.slice(0, 3), '{', ...lines.slice(3)]),
      /^line 4: not valid JSON/,
    ],
    'has a line of an unknown type': [
      () => changed('"type":"keys"', '"type":"locks"'),
      /^line \d+: type is invalid/,
    ],
    'has a member of the wrong type': [
      () => changed(/"hash":"\w{64}"/, '"hash":7'),
      /record\.hash is invalid/,
    ],
    'has a member too many': [() => changed('"record":{', '"record":{"more":1,'), /record\.more is invalid/],
    'goes on behind its end': [() => `${whole}{}\n`, /^line \d+: /],
    'is two in one': [() => whole + whole, /unexpected after the end of the export$/],
  }

  test.each(Object.entries(cases))('%s', async (_, [spoilt, says]) => {
    const { backend, context, store } = await newStore()
    const refusal = await store.import(reading(spoilt())).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ImportRejectedError)
    expect((refusal as Error).message).toMatch(says)
    expect([...(backend.adapter as Map<string, unknown>).keys()]).toEqual([])
    expect(entriesOf(await exported(context))).toEqual([])
  })
})

test('a key that was added to an export by somebody else is not stored', async () => {
  const { context, store } = await newStore()
  const foreign = testContext()
  const { key } = await issueKey({ tier: 'enterprise', label: 'foreign' }, foreign)
  const added = (await exported(foreign)).split('\n').find((line) => line.includes('"type":"keys"')) ?? ''
  const forged = text([...lines.slice(0, 2), added, ...lines.slice(2)])
  await expect(store.import(reading(forged))).rejects.toThrow(/expected 4 keys in the export, found 5/)
  expect(await new KeyRecords(context.store).byHash(hashOf(key))).toBeUndefined()
})

test('a store that fails in the middle: what was written is named, and the import can be repeated', async () => {
  const { backend, context, store } = await newStore()
  const total = lines.length - 2
  for (const operation of [1, 8, 30, 150]) {
    const fuse = killable(backend)
    fuse.killAt(operation, false, () => {})
    const failing = maintenanceOf(testContext({ backend: fuse.backend, time: { at: NOON } }))
    const error = await failing.import(reading(whole)).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ImportInterruptedError)
    const { written, message, total: all, cause } = error as ImportInterruptedError
    expect([message, all]).toEqual([
      `the import stopped after ${written} of ${total} records; it can be repeated`,
      total,
    ])
    expect(written).toBeLessThan(total)
    expect(cause).toBeInstanceOf(Error)
    expect(await wholeRun(context)).toBeUndefined()
  }
  expect(await store.import(reading(whole))).toMatchObject({ records: { keys: 4 }, conflicts: [] })
  expect(entriesOf(await exported(context))).toEqual(lines.slice(1, -1))
})

test('a torn export, read as far as it goes, changes nothing, and a whole one is imported', async () => {
  const { context, store } = await newStore()
  for (let part = 0.1; part < 1; part += 0.2) {
    const torn = whole.slice(0, part * whole.length)
    await expect(store.import(reading(torn))).rejects.toThrow(ImportRejectedError)
    expect(await wholeRun(context)).toBeUndefined()
    expect(entriesOf(await exported(context))).toEqual([])
  }
  expect(await store.import(reading(whole))).toMatchObject({ records: { keys: 4 }, conflicts: [] })
  expect(await wholeRun(context)).toBeDefined()
})

const text = (kept: readonly string[]) => kept.map((line) => `${line}\n`).join('')
