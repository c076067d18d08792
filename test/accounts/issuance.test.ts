import { memory, Problem, type StoreBackend } from '@space-data/core'
import { afterEach, describe, expect, test } from 'vitest'
import { resolveIssuanceLimits } from '../../packages/core/src/kernel/accounts/keys/issuance-limits.ts'
import { issueFreeKey } from '../../packages/core/src/kernel/accounts/keys/issue.ts'
import { KeyRecords } from '../../packages/core/src/kernel/accounts/keys/key-records.ts'
import { temporarySqlite } from '../storage/temporary-sqlite.ts'
import { NOON, type TestContext, testContext } from '../support/context.ts'
import { faultyBackend } from '../support/faulty-backend.ts'

const open: StoreBackend[] = []
afterEach(async () => {
  for (const backend of open.splice(0)) await backend.close()
})

/** A key, or what it is refused with. */
async function issue(ip: string | undefined, context: TestContext): Promise<string> {
  try {
    const from = await resolveIssuanceLimits(ip, context)
    return (await issueFreeKey('test', from.network, context, from)).key
  } catch (error) {
    if (error instanceof Problem) return `${error.code}: ${error.message}`
    throw error
  }
}

const isKey = (answer: string) => answer.startsWith('sd_live_')
const countOf = (answers: readonly string[]) => answers.filter(isKey).length
const hex = (i: number) => i.toString(16)

describe.each([
  ['memory', async () => memory()],
  ['SQLite', temporarySqlite],
])('free keys of a day, asked for by two processes at once, on %s', (_, openBackend) => {
  const twoProcesses = async () => {
    const backend = await openBackend()
    open.push(backend)
    const one = testContext({ backend })
    return [one, testContext({ backend, time: one.time })] as const
  }

  test.each([
    ['a /56', 4, 'IPv6 /56', 64, (i: number) => `2001:db8:1:1${hex(i).padStart(2, '0')}::1`],
    ['a /48', 16, 'IPv6 /48', 256, (i: number) => `2001:db8:1:${hex(i * 256)}::1`],
    ['an IPv4 /24', 64, 'IPv4 /24', 256, (i: number) => `192.0.2.${i}`],
    ['an IPv4 /24 over 6to4', 64, 'IPv4 /24', 256, (i: number) => `2002:c000:2${hex(i).padStart(2, '0')}::1`],
  ])('%s gets %i', async (_, most, words, asked, addressOf) => {
    const processes = await twoProcesses()
    const answers = await Promise.all(
      Array.from({ length: asked }, (_, i) => issue(addressOf(i), processes[i % 2] as TestContext)),
    )
    expect(countOf(answers)).toBe(most)
    expect(await new KeyRecords(processes[0].store).all()).toHaveLength(most)
    const refusals = new Set(answers.filter((answer) => !isKey(answer)))
    expect([...refusals]).toEqual([
      `key_issuance_limited: The ${words} block of this network has already received its ${most} free keys ` +
        'for today. The next one can be issued at 2026-11-22T00:00Z.',
    ])
    // Another block is nobody's concern, and the next day all is as it was.
    expect(
      isKey(await issue(words.startsWith('IPv4') ? '198.51.100.1' : '2001:db8:2::1', processes[0])),
    ).toBe(true)
    processes[0].time.at = NOON + 86_400_000
    expect(isKey(await issue(addressOf(0), processes[1]))).toBe(true)
  })

  test('a /48 that tries all its 65,536 networks gets 16: 500 of them', async () => {
    const [context] = await twoProcesses()
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, i) => issue(`2001:db8:1:${hex(i)}::1`, context)),
    )
    // 500 networks lie in two blocks of /56, which have 4 each.
    expect(countOf(answers)).toBe(8)
  })

  test('a key that is refused further out is counted nowhere: its place goes to the next', async () => {
    const [context, other] = await twoProcesses()
    for (let i = 0; i < 16; i += 1)
      expect(isKey(await issue(`2001:db8:1:${hex(i * 256)}::1`, context))).toBe(true)
    // Refused by the /48; its /56 is as it was.
    for (let i = 0; i < 10; i += 1)
      expect(await issue(`2001:db8:1:f0${hex(i).padStart(2, '0')}::1`, other)).toContain('IPv6 /48')
    expect(await used(context, '2001:db8:1:f000::1')).toEqual([0, 16, 16])
  })
})

/** What is counted for the blocks of an address, narrowest first. */
async function used(context: TestContext, ip: string): Promise<number[]> {
  const { blocks } = await resolveIssuanceLimits(ip, context)
  return Promise.all(
    blocks.map(async ({ id }) => context.store.atomic.count(`issued-within:${id}:2026-11-21`, context.now())),
  )
}

test('the limits are the operator’s: none for a /56, three for an address', async () => {
  const context = testContext({ limits: { issuancePerIpv6Net56: 0, issuancePerIpv4: 3 } })
  expect(await issue('2001:db8::1', context)).toContain('The IPv6 /56 block of this network')
  const answers = await Promise.all(Array.from({ length: 10 }, () => issue('192.0.2.1', context)))
  expect(countOf(answers)).toBe(3)
  expect(answers.find((answer) => !isKey(answer))).toContain('already received its 3 free keys for today')
})

describe('the whole service', () => {
  test('issues so many a day and tells its operator once when there are no more', async () => {
    const context = testContext({ limits: { issuancePerDay: 20 } })
    const networks = Array.from({ length: 50 }, (_, i) => `198.51.${i}.1`)
    expect(countOf(await Promise.all(networks.map((ip) => issue(ip, context))))).toBe(20)
    expect(await issue('203.0.113.1', context)).toMatch(
      /^key_issuance_limited: This service has already issued its free keys/,
    )
    expect(context.events).toEqual(Array(31).fill({ type: 'issuance_capped' }))
    expect(context.errors.map(String)).toEqual([
      expect.stringMatching(
        /^Error: All 20 free keys for 2026-11-21 \(UTC\) have been issued.*limits\.issuance_per_day\.$/,
      ),
    ])
    expect(await used(context, '203.0.113.1')).toEqual([0])
    context.time.at += 86_400_000
    expect(countOf(await Promise.all(networks.map((ip) => issue(ip, context))))).toBe(20)
    expect(context.errors).toHaveLength(2)
  })

  test('issues none where none are wanted', async () => {
    const context = testContext({ limits: { issuancePerDay: 0 } })
    expect(await issue('203.0.113.1', context)).toContain('This service has already issued')
  })
})

test('a key that could not be written is counted nowhere', async () => {
  const faulty = faultyBackend()
  const context = testContext({ backend: faulty.backend })
  expect(isKey(await issue('2001:db8:9::1', context))).toBe(true)
  const { set } = context.store
  Object.defineProperty(context.store, 'set', {
    value: () => Promise.reject(new Problem('store_unavailable')),
  })
  for (let i = 0; i < 20; i += 1)
    expect(await issue(`2001:db8:1:${hex(i)}::1`, context)).toMatch(/^store_unavailable/)
  Object.defineProperty(context.store, 'set', { value: set })
  expect(await used(context, '2001:db8:1::1')).toEqual([0, 0, 1])
  expect(isKey(await issue('2001:db8:1:1::1', context))).toBe(true)
})

test('the store has no address and no block in it', async () => {
  const backend = memory()
  const context = testContext({ backend })
  const names: string[] = []
  const { add: take } = backend.atomic
  const spied = {
    ...backend,
    atomic: {
      ...backend.atomic,
      add(...all: Parameters<typeof take>) {
        names.push(all[0])
        return take(...all)
      },
    },
  }
  await issue('2001:db8:1:2::3', testContext({ backend: spied, time: context.time }))
  expect(names.map((name) => name.replace(/[0-9a-f]{32}/, 'ID'))).toEqual([
    ...Array(3).fill('issued-within:ID:2026-11-21'),
    'issued-within:all:2026-11-21',
  ])
  expect(names.join()).not.toContain('2001:db8')
})

test('counts of wider blocks that are away keep no key back, and the network has one all the same', async () => {
  const real = memory()
  const { add: take } = real.atomic
  const isWide = (key: string) => key.startsWith('issued-within:')
  // As a Durable Object that has these counters, and not the slot of the network.
  const backend: StoreBackend = {
    ...real,
    shardOf: (key) => (isWide(key) ? 'away' : 'here'),
    atomic: {
      ...real.atomic,
      add: (key, ...rest) => (isWide(key) ? Promise.reject(new Error('away')) : take(key, ...rest)),
    },
  }
  const context = testContext({ backend })
  expect(isKey(await issue('2001:db8:1:1::1', context))).toBe(true)
  expect(context.errors.length).toBeGreaterThan(0)
  expect(await issue('2001:db8:1:1::2', context)).toMatch(/^key_issuance_limited/)
})
