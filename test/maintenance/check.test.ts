import { beforeEach, expect, test } from 'vitest'
import { issueByOperator } from '../../packages/core/src/keys/issue.ts'
import type { StoreCheck } from '../../packages/core/src/maintenance/check.ts'
import type { StoreFinding } from '../../packages/core/src/maintenance/finding.ts'
import { KeyRecords } from '../../packages/core/src/store/keys.ts'
import { FOREVER } from '../../packages/core/src/time.ts'
import type { TestContext } from '../support/context.ts'
import { fill } from './filled.ts'
import { newStore, places } from './places.ts'

let opened: Awaited<ReturnType<typeof newStore>>
let context: TestContext
beforeEach(async () => {
  opened = await newStore()
  context = opened.context
  await fill(context)
})

const check = (): Promise<StoreCheck> => opened.store.check()
const named = async (prefix: string) => (await context.store.keys(prefix)).sort()[0] ?? ''

test.each(Object.entries(places))(
  'finds nothing in a whole store on %s, and counts its keys',
  async (_, open) => {
    const { context, store } = await newStore(open)
    expect(await store.check()).toEqual({ findings: [], keys: 0, accounts: 0, newest_key_at: null })
    await fill(context)
    expect(await store.check()).toEqual({
      findings: [],
      keys: 4,
      accounts: 2,
      newest_key_at: '2026-11-21T12:00:00.000Z',
    })
  },
)

/** What befell the store, and what is told of it. */
const damages: Record<string, [spoil: () => Promise<unknown>, says: RegExp, kind?: StoreFinding['kind']]> = {
  'a key cannot be read': [
    async () => context.store.set(await named('key:'), { id: 'key_of another version' }),
    /the record key:\w{64} is not one that this version can read/,
  ],
  'a key is not found by its id': [
    async () => context.store.delete(await named('key-id:')),
    /the key key_\w{12} is not found by its id/,
  ],
  'an id leads to another key': [
    async () => context.store.set(await named('key-id:'), 'f'.repeat(64)),
    /the key key_\w{12} is not found by its id/,
  ],
  'a key is not found by its account': [
    async () => context.store.delete(await named('key-account:')),
    /the key key_\w{12} is not found by its account acme/,
  ],
  'an issuance was broken off': [
    async () => context.store.set('key-id:key_brokenoff000', 'f'.repeat(64)),
    /the id key_brokenoff000 leads to no key/,
    'note',
  ],
  'an account lists the key of another': [
    async () => context.store.set((await named('key-account:')).replace('acme', 'others'), true),
    /an account lists a key that it does not have: others:key_\w{12}/,
    'note',
  ],
  'a shell is gone': [
    async () => context.store.delete(`${await currentRun()}:shell:7`),
    /the published run \S+ of the shells has no shell:7/,
  ],
  'objects are gone': [
    async () => context.store.delete(`${await currentRun()}:objects:1`),
    /the published run \S+ of the shells has no objects:1/,
  ],
  'the difference is gone': [
    async () => context.store.delete(`${await currentRun()}:diff`),
    /the published run \S+ of the shells has no diff/,
  ],
  'the whole run is gone': [
    async () => context.store.delete(`${await currentRun()}:meta`),
    /the published run \S+ of the shells is not there/,
  ],
  'a report is gone': [
    async () => context.store.delete(await named('check:(sample):2026')),
    /the report of the upstream check of 2026-\S+Z is gone/,
  ],
}

async function currentRun(): Promise<string> {
  const pointer = await context.store.counters.holder('shell::current', context.now(), FOREVER)
  return `shell::${pointer.split(' ')[0]}`
}

test.each(Object.entries(damages))('tells that %s', async (_, [spoil, says, kind = 'damage']) => {
  await spoil()
  expect((await check()).findings).toContainEqual({ kind, what: expect.stringMatching(says) })
})

test('tells of text that is no record', async () => {
  const name = await named('key:')
  ;(opened.backend.adapter as Map<string, string>).set(name, 'torn {')
  expect((await check()).findings).toContainEqual({
    kind: 'damage',
    what: `the record ${name} is not one that this version can read`,
  })
})

test('finds nothing while keys are being issued', async () => {
  const { context, store } = await newStore(places['SQLite'])
  const issuing = { isOver: false }
  const orders = (async () => {
    for (let i = 0; !issuing.isOver; i += 1) {
      const account = i % 2 ? `acme${i}` : undefined
      await issueByOperator({ tier: 'enterprise', label: 'meanwhile', account }, context)
    }
  })()
  for (let i = 0; i < 5; i += 1) expect((await store.check()).findings).toEqual([])
  issuing.isOver = true
  await orders
  expect((await new KeyRecords(context.store).all()).length).toBeGreaterThan(5)
})

test('changes nothing', async () => {
  const before = JSON.stringify([...(opened.backend.adapter as Map<string, string>)])
  await check()
  expect(JSON.stringify([...(opened.backend.adapter as Map<string, string>)])).toBe(before)
})
