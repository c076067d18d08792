import { Problem } from '@space-data/core'
import { describe, expect, test } from 'vitest'
import { createAuthenticator } from '../../packages/core/src/kernel/accounts/keys/authenticate.ts'
import { issueFreeKey, issueKey } from '../../packages/core/src/kernel/accounts/keys/issue.ts'
import { createKeys } from '../../packages/core/src/kernel/accounts/keys/keys.ts'
import { newSecret } from '../../packages/core/src/kernel/accounts/keys/secret.ts'
import { NOON, testContext } from '../support/context.ts'
import { ABSENCES, everythingLate, type Fault, faultyBackend } from '../support/faulty-backend.ts'

const TEN_MINUTES = 600_000

/** A process on a store whose faults can be switched, with a key that it knows and one that it does not. */
async function setUp() {
  const faulty = faultyBackend()
  const time = { at: NOON }
  const context = testContext({ backend: faulty.backend, time })
  const process = (of = context) => {
    const authorize = createAuthenticator(of)
    return async (key: string): Promise<string> => {
      try {
        return (await authorize({ header: (name) => (name === 'x-api-key' ? key : null) })).id
      } catch (error) {
        if (error instanceof Problem) return error.code
        throw error
      }
    }
  }
  const ask = process()
  const known = await issueFreeKey('known', 'a', context)
  const other = await issueFreeKey('never asked with', 'b', context)
  expect(await ask(known.key)).toBe(known.record.id)
  /** Another process on the same store, started now. */
  const start = () => process(testContext({ backend: faulty.backend, time }))
  return { faulty, time, context, ask, start, known, other, keys: createKeys(context) }
}

const FAULTS: Fault[] = [...ABSENCES]

describe.each(FAULTS)('a store that %s', (fault) => {
  test('keeps a known key going for ten minutes, and makes no key invalid', async () => {
    const { faulty, time, ask, known, other } = await setUp()
    faulty.fault = fault
    const answers: string[] = []
    for (const later of [5_000, 6_000, 60_000, TEN_MINUTES - 1]) {
      time.at = NOON + later
      expect(await ask(known.key)).toBe(known.record.id)
      answers.push(await ask(other.key), await ask(newSecret('sd_live_')))
    }
    for (const later of [TEN_MINUTES, TEN_MINUTES + 60_000]) {
      time.at = NOON + later
      answers.push(await ask(known.key), await ask(other.key), await ask(newSecret('sd_live_')))
    }
    expect(answers).toEqual(Array(14).fill('store_unavailable'))
    await everythingLate()
  })

  test('is asked next to nothing for 3,000 requests, and believed at once when it is back', async () => {
    const { faulty, time, ask, known, other } = await setUp()
    faulty.fault = fault
    const before = faulty.allCalls()
    for (let i = 0; i < 1_000; i += 1) {
      time.at += 10
      const answers = await Promise.all([ask(known.key), ask(other.key), ask(newSecret('sd_live_'))])
      expect(answers.slice(1)).toEqual(['store_unavailable', 'store_unavailable'])
      expect(answers[0]).toBe(known.record.id)
    }
    const calls = faulty.allCalls() - before
    // Once a second where it hangs, four times where it fails at once, and three before it was given up.
    expect(calls).toBeLessThanOrEqual(fault === 'throws' ? 46 : 16)
    await everythingLate()
    faulty.fault = 'none'
    time.at += 1_000
    expect(await ask(other.key)).toBe(other.record.id)
    expect(await ask(known.key)).toBe(known.record.id)
    expect(await ask(newSecret('sd_live_'))).toBe('invalid_key')
  })
})

test('what was known of a key still counts: revoked stays revoked, and it expires to the millisecond', async () => {
  const { faulty, time, context, ask, keys } = await setUp()
  const revoked = await issueKey({ tier: 'pro', label: 'revoked' }, context)
  await keys.revoke(revoked.record.id)
  const short = await issueKey({ tier: 'pro', label: 'short', expiresInMs: 60_000 }, context)
  expect(await ask(revoked.key)).toBe('invalid_key')
  expect(await ask(short.key)).toBe(short.record.id)
  faulty.fault = 'throws'
  time.at = NOON + 59_999
  expect(await ask(short.key)).toBe(short.record.id)
  expect(await ask(revoked.key)).toBe('invalid_key')
  time.at = NOON + 60_000
  expect(await ask(short.key)).toBe('expired_key')
  time.at = NOON + 60_001
  expect(await ask(short.key)).toBe('expired_key')
})

test('a key that was revoked while the store was away is refused within a second of its return', async () => {
  const { faulty, time, ask, known, context, keys } = await setUp()
  faulty.fault = 'throws'
  time.at += 30_000
  expect(await ask(known.key)).toBe(known.record.id)
  faulty.fault = 'none'
  time.at += 1_000
  await keys.revoke(known.record.id)
  expect(await ask(known.key)).toBe('invalid_key')
  expect(context.errors.length).toBeGreaterThan(0)
})

test('a clock that goes back while the store is away locks nobody out', async () => {
  const { faulty, time, ask, known } = await setUp()
  faulty.fault = 'throws'
  time.at -= 300_000
  expect(await ask(known.key)).toBe(known.record.id)
})

test('a store that can only be read goes on to know keys; a process that begins on it works, too', async () => {
  const { faulty, time, ask, start, known, other } = await setUp()
  faulty.fault = 'read-only'
  time.at += 6_000
  expect(await ask(known.key)).toBe(known.record.id)
  expect(await ask(other.key)).toBe(other.record.id)
  expect(await ask(newSecret('sd_live_'))).toBe('invalid_key')
  const askNew = start()
  expect(await askNew(known.key)).toBe(known.record.id)
  expect(await askNew(newSecret('sd_live_'))).toBe('invalid_key')
})

describe('a record that makes no sense', () => {
  const garbage: [string, (record: Record<string, unknown>) => unknown][] = [
    ['text', () => 'x'],
    ['null', () => null],
    ['nothing in it', () => ({})],
    ['an old shape', ({ hash, label, tier }) => ({ hash, label, tier, active: true })],
    ['no revokedAt', ({ revokedAt, ...record }) => record],
    ['an end that is no instant', (record) => ({ ...record, expiresAt: 'next year' })],
    ['an end that is a number', (record) => ({ ...record, expiresAt: 1e15 })],
    ['the hash of another key', (record) => ({ ...record, hash: '0'.repeat(64) })],
    ['no tier', (record) => ({ ...record, tier: 7 })],
  ]

  test.each(garbage)('%s: 503 and reported; other keys work', async (_, spoil) => {
    const { faulty, ask, known, other } = await setUp()
    const record = { ...other.record }
    await faulty.putRaw(`key:${other.record.hash}`, JSON.stringify({ value: spoil(record) }))
    for (let i = 0; i < 5; i += 1) expect(await ask(other.key)).toBe('store_unavailable')
    expect(await ask(known.key)).toBe(known.record.id)
    expect(await ask(newSecret('sd_live_'))).toBe('invalid_key')
  })

  test('of a key that is in use: it goes on for ten minutes, and the operator is told', async () => {
    const { faulty, time, ask, known, context } = await setUp()
    await faulty.putRaw(`key:${known.record.hash}`, 'no JSON')
    time.at = NOON + TEN_MINUTES - 1
    expect(await ask(known.key)).toBe(known.record.id)
    expect(String((context.errors.at(-1) as Problem).cause)).toContain(
      `the record key:${known.record.hash} cannot be read by this version`,
    )
    time.at += 1
    expect(await ask(known.key)).toBe('store_unavailable')
  })
})

describe('a store that comes back empty', () => {
  test('makes no key invalid: 503, and what was in use goes on for ten minutes', async () => {
    const { faulty, time, ask, known, other, context } = await setUp()
    expect(await ask(newSecret('sd_live_'))).toBe('invalid_key')
    faulty.loseEverything()
    expect(await ask(other.key)).toBe('store_unavailable')
    for (let later = 0; later < TEN_MINUTES; later += 7_000) {
      time.at = NOON + later
      expect(await ask(known.key)).toBe(known.record.id)
      expect(await ask(other.key)).toBe('store_unavailable')
      expect(await ask(newSecret('sd_live_'))).toBe('store_unavailable')
    }
    time.at = NOON + TEN_MINUTES
    expect(await ask(known.key)).toBe('store_unavailable')
    const words = context.errors.map((error) => String((error as Problem).cause))
    expect(words.join('\n')).toContain('The store was emptied while this process was running')
    expect(words.join('\n')).toContain('restart every process')
  })

  test('and is marked by a new process: the old ones see that it is another store', async () => {
    const { faulty, time, ask, start, known, other, context } = await setUp()
    faulty.loseEverything()
    const askNew = start()
    expect(await askNew(other.key)).toBe('invalid_key')
    time.at += 6_000
    expect(await ask(other.key)).toBe('store_unavailable')
    expect(await ask(known.key)).toBe(known.record.id)
    expect(String((context.errors.at(-1) as Problem).cause)).toContain('The store was replaced')
  })

  test('is asked for its marker once a second, however many keys it does not know', async () => {
    const { faulty, ask } = await setUp()
    faulty.loseEverything()
    await ask(newSecret('sd_live_'))
    const before = faulty.calls.get
    for (let i = 0; i < 100; i += 1) expect(await ask(newSecret('sd_live_'))).toBe('store_unavailable')
    expect(faulty.calls.get - before).toBe(100)
  })

  test('and is then restored is trusted again, in a second', async () => {
    const { faulty, time, ask, other, known } = await setUp()
    const kept = new Map(faulty.contents())
    faulty.loseEverything()
    expect(await ask(other.key)).toBe('store_unavailable')
    for (const [key, text] of kept) await faulty.putRaw(key, text)
    time.at += 1_000
    expect(await ask(other.key)).toBe(other.record.id)
    expect(await ask(known.key)).toBe(known.record.id)
    expect(await ask(newSecret('sd_live_'))).toBe('invalid_key')
  })
})

test('processes that begin at once on a new store agree on its marker', async () => {
  const faulty = faultyBackend()
  const ask = Array.from({ length: 20 }, () => {
    const authorize = createAuthenticator(testContext({ backend: faulty.backend }))
    return async () => authorize({ header: (name) => (name === 'x-api-key' ? newSecret('sd_live_') : null) })
  })
  for (let i = 0; i < 2; i += 1) {
    const codes = await Promise.all(
      ask.map((one) =>
        one().then(
          () => 'let in',
          ({ code }: Problem) => code,
        ),
      ),
    )
    expect(codes).toEqual(Array(20).fill('invalid_key'))
  }
})
