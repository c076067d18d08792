import { memory } from '@space-data/core'
import type { StoreCheck, StoreFinding } from '@space-data/core/storage'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { issueKey } from '../../packages/core/src/kernel/accounts/keys/issue.ts'
import { KeyRecords } from '../../packages/core/src/kernel/accounts/keys/key-records.ts'
import { FOREVER } from '../../packages/core/src/kernel/kit/time.ts'
import { everyStore } from '../storage/every-store.ts'
import { NOON, type TestContext, testContext } from '../support/context.ts'
import { fill } from './filled.ts'
import { maintenanceOf, newStore } from './maintained.ts'

const backend = memory()
const records = backend.adapter as Map<string, string>
const context: TestContext = testContext({ backend, time: { at: NOON } })
let filled: ReadonlyMap<string, string>

beforeAll(async () => {
  await fill(context)
  filled = new Map(records)
})

// A test damages records only.
afterEach(() => {
  records.clear()
  for (const [name, value] of filled) records.set(name, value)
})

const check = (): Promise<StoreCheck> => maintenanceOf(context).check()
const named = async (prefix: string) => (await context.store.keys(prefix)).sort()[0] ?? ''

test.each(Object.entries(everyStore))(
  'finds nothing in a whole store on %s, and counts its keys',
  async (_, open) => {
    const { context, store } = await newStore(open)
    expect(await store.check()).toEqual({ findings: [], keys: 0, accounts: 0, newestKeyAt: null })
    await fill(context)
    expect(await store.check()).toEqual({
      findings: [],
      keys: 4,
      accounts: 2,
      newestKeyAt: '2026-11-21T12:00:00.000Z',
    })
  },
)

/** What befell the store, and what is told of it. */
const damages: Record<string, [spoil: () => Promise<unknown>, says: RegExp, kind?: StoreFinding['kind']]> = {
  'a key cannot be read': [
    async () => context.store.set(await named('key:'), { id: 'key_of another version' }),
    /the record key:\w{64} cannot be read by this version/,
  ],
  'a key is not found by its id': [
    async () => context.store.delete(await named('key-id:')),
    /key key_\w{12} cannot be found by its id/,
  ],
  'an id leads to another key': [
    async () => context.store.set(await named('key-id:'), 'f'.repeat(64)),
    /key key_\w{12} cannot be found by its id/,
  ],
  'a key is not found by its account': [
    async () => context.store.delete(await named('key-account:')),
    /key key_\w{12} is missing from the index of account acme/,
  ],
  'an issuance was broken off': [
    async () => context.store.set('key-id:key_brokenoff000', 'f'.repeat(64)),
    /id key_brokenoff000 points to no key/,
    'note',
  ],
  'an account lists the key of another': [
    async () => context.store.set((await named('key-account:')).replace('acme', 'others'), true),
    /account index entry others:key_\w{12} points to no key of that account/,
    'note',
  ],
  'a shell is gone': [
    async () => context.store.delete(`${await currentRun()}:shell:7`),
    /published shell run \S+ lacks shell:7/,
  ],
  'objects are gone': [
    async () => context.store.delete(`${await currentRun()}:objects:1`),
    /published shell run \S+ lacks objects:1/,
  ],
  'the difference is gone': [
    async () => context.store.delete(`${await currentRun()}:diff`),
    /published shell run \S+ lacks diff/,
  ],
  'the whole run is gone': [
    async () => context.store.delete(`${await currentRun()}:meta`),
    /published shell run \S+ is missing/,
  ],
  'reports cannot be read': [
    async () => context.store.set(await named('check:(sample):2026'), [{ started_at: 'Monday' }]),
    /the record check:\(sample\):2026-\d\d cannot be read by this version/,
  ],
  'a day of a series cannot be read': [
    async () => context.store.set(await named('series::wind'), { columns: { speed_km_s: ['fast'] } }),
    /the record series::wind:2026-\S+ cannot be read by this version/,
  ],
  'a summary of a day cannot be read': [
    async () => context.store.set(await named('shell-day::'), { day: '2026-11-21' }),
    /the record shell-day::2026-\S+ cannot be read by this version/,
  ],
  'the history of a custom shell cannot be read': [
    async () => context.store.set(await named('custom-shell-days:(sample):'), {}),
    /the record custom-shell-days:\(sample\):shl_\S+ cannot be read by this version/,
  ],
}

async function currentRun(): Promise<string> {
  const pointer = await context.store.atomic.get('shell::current', context.now(), FOREVER)
  return `shell::${pointer.split(' ')[0]}`
}

test.each(Object.entries(damages))('tells that %s', async (_, [spoil, says, kind = 'damage']) => {
  await spoil()
  expect((await check()).findings).toContainEqual({ kind, what: expect.stringMatching(says) })
})

test('tells of text that is no record', async () => {
  const name = await named('key:')
  records.set(name, 'torn {')
  expect((await check()).findings).toContainEqual({
    kind: 'damage',
    what: `the record ${name} cannot be read by this version`,
  })
})

test('finds nothing while keys are being issued', async () => {
  const { context, store } = await newStore(everyStore['SQLite'])
  const issuing = { isOver: false }
  const orders = (async () => {
    for (let i = 0; !issuing.isOver; i += 1) {
      const account = i % 2 ? `acme${i}` : undefined
      await issueKey({ tier: 'enterprise', label: 'meanwhile', account }, context)
    }
  })()
  const issued = async () => (await new KeyRecords(context.store).all()).length
  for (let i = 0; i < 5 || (await issued()) <= 5; i += 1) expect((await store.check()).findings).toEqual([])
  issuing.isOver = true
  await orders
  expect(await issued()).toBeGreaterThan(5)
})

test('changes nothing', async () => {
  const before = JSON.stringify([...records])
  await check()
  expect(JSON.stringify([...records])).toBe(before)
})
