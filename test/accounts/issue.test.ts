import { memory, Problem, type StoreBackend } from '@space-data/core'
import type { IssuedKey } from '@space-data/core/accounts'
import { afterEach, describe, expect, test } from 'vitest'
import { issueFreeKey } from '../../packages/core/src/kernel/accounts/keys/issue.ts'
import { KeyRecords } from '../../packages/core/src/kernel/accounts/keys/key-records.ts'
import { isLabel } from '../../packages/core/src/kernel/accounts/keys/label.ts'
import { hashOf, isSecret } from '../../packages/core/src/kernel/accounts/keys/secret.ts'
import { temporarySqlite } from '../storage/temporary-sqlite.ts'
import { testContext } from '../support/context.ts'

const MIDNIGHT = Date.parse('2026-11-22T00:00:00Z')
const open: StoreBackend[] = []
afterEach(async () => {
  for (const backend of open.splice(0)) await backend.close()
})

describe.each([
  ['memory', async () => memory()],
  ['SQLite', temporarySqlite],
])('one free key per network and UTC day, on %s', (_, openBackend) => {
  const start = async (instant: string) => {
    const backend = await openBackend()
    open.push(backend)
    const context = testContext({ backend, time: { at: Date.parse(instant) } })
    return { context, issue: (network = 'a') => issueFreeKey('test', network, context) }
  }

  test('10,000 issues at once from one network give one key and 9,999 refusals', async () => {
    const { context, issue } = await start('2026-11-21T12:00:00Z')
    const results = await Promise.allSettled(Array.from({ length: 10_000 }, () => issue()))
    const keys = results.filter(({ status }) => status === 'fulfilled')
    const codes = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
    expect(keys).toHaveLength(1)
    expect(codes).toHaveLength(9_999)
    expect(new Set(codes)).toEqual(new Set(['key_issuance_limited']))
    expect(await new KeyRecords(context.store).all()).toHaveLength(1)
  })

  test('every network gets its own', async () => {
    const { context, issue } = await start('2026-11-21T12:00:00Z')
    const issued = await Promise.all(Array.from({ length: 50 }, (_, i) => issue(`network ${i}`)))
    expect(new Set(issued.map(({ key }) => key)).size).toBe(50)
    expect(await new KeyRecords(context.store).all()).toHaveLength(50)
  })

  test('the day ends at midnight UTC, and the refusal says when', async () => {
    const { context, issue } = await start('2026-11-21T23:59:58.500Z')
    await issue()
    expect(await refusal(issue())).toEqual(['key_issuance_limited', 429, 2])
    context.time.at = MIDNIGHT - 1
    expect(await refusal(issue())).toEqual(['key_issuance_limited', 429, 1])
    context.time.at = MIDNIGHT
    await issue()
    expect(await refusal(issue())).toEqual(['key_issuance_limited', 429, 86_400])
  })

  test('a clock that goes back gives no second key of the day before', async () => {
    const { context, issue } = await start('2026-11-21T23:00:00Z')
    await issue()
    context.time.at = MIDNIGHT + 59 * 60_000
    await issue()
    context.time.at -= 3_600_000
    expect((await refusal(issue()))[0]).toBe('key_issuance_limited')
    context.time.at += 3_600_000
    expect((await refusal(issue()))[0]).toBe('key_issuance_limited')
  })
})

test('a key is shown once and kept as its hash alone', async () => {
  const backend = memory()
  const context = testContext({ backend })
  const { key, record } = await issueFreeKey('my "label" 🛰️', 'network', context)
  expect(isSecret(key, 'sd_live_')).toBe(true)
  expect(record).toEqual({
    id: expect.stringMatching(/^key_[0-9A-Za-z]{12}$/),
    hash: hashOf(key),
    label: 'my "label" 🛰️',
    tier: 'free',
    account: record.id,
    createdAt: '2026-11-21T12:00:00.000Z',
    expiresAt: '2027-11-21T12:00:00.000Z',
    revokedAt: null,
    replaces: null,
  })
  const records = new KeyRecords(context.store)
  expect(await records.byHash(hashOf(key))).toEqual(record)
  expect(await records.byId(record.id)).toEqual(record)
  const dump = [...(backend.adapter as Map<string, string>)].join('\n')
  expect(dump).toContain(hashOf(key))
  expect(dump).not.toContain(key.slice(8))
})

describe('when the store fails', () => {
  const cases: [name: string, method: 'set' | 'get', fail: () => unknown][] = [
    ['the write', 'set', () => Promise.reject(new Error('disk full'))],
    ['the write, at once', 'set', () => raise('read-only')],
    ['the write, only by saying so', 'set', () => false],
    ['the read-back', 'get', () => Promise.reject(new Error('gone'))],
    ['the read-back, by knowing nothing', 'get', () => undefined],
  ]

  test.each(cases)('%s: no key is shown, and the slot is free again', async (_, method, fail) => {
    const backend = memory()
    const records = backend.adapter as Map<string, unknown>
    const context = testContext({ backend })
    Object.defineProperty(records, method, { value: fail, configurable: true })
    expect((await refusal(issueFreeKey('test', 'network', context)))[0]).toBe('store_unavailable')
    Reflect.deleteProperty(records, method)
    expect((await issueFreeKey('test', 'network', context)).record.tier).toBe('free')
    expect((await refusal(issueFreeKey('test', 'network', context)))[0]).toBe('key_issuance_limited')
  })

  test('the counters: no key is shown and none is written', async () => {
    const backend = memory()
    const atomic = { ...backend.atomic, setIfAbsent: () => raise('locked') }
    const context = testContext({ backend: { ...backend, atomic } })
    expect((await refusal(issueFreeKey('test', 'network', context)))[0]).toBe('store_unavailable')
    expect((backend.adapter as Map<string, unknown>).size).toBe(0)
  })

  test('the flush: no key is shown', async () => {
    const backend = { ...memory(), flush: () => Promise.reject(new Error('disk full')) }
    const issued = issueFreeKey('test', 'network', testContext({ backend }))
    expect((await refusal(issued))[0]).toBe('store_unavailable')
  })
})

test.each([
  'a',
  'x'.repeat(100),
  '🛰️'.repeat(50),
  ' a ',
  'naïve ü 漢字',
  '"\'<script>',
  '__proto__',
  'a\u00a0b',
])('is a label: %j', (label) => {
  expect(isLabel(label)).toBe(true)
})

test.each([
  '',
  ' ',
  '\u00a0\u200b',
  'x'.repeat(101),
  'a\nb',
  '\t',
  '\0',
  '\u007f',
  '\u0085',
  '\u2028',
  '\ud83d',
  'a\udc00b',
])('is no label: %j', (label) => {
  expect(isLabel(label)).toBe(false)
})

/** Code, status and seconds to wait of the Problem that an issue ends in. */
async function refusal(issued: Promise<IssuedKey>): Promise<[string, number, number | undefined]> {
  const error = await issued.then(
    () => new Error('a key was issued'),
    (reason: unknown) => reason,
  )
  if (error instanceof Problem) return [error.code, error.status, error.retryAfterSeconds]
  throw error
}

function raise(message: string): never {
  throw new Error(message)
}
