import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Backend } from '../../packages/core/src/store/backend.ts'
import type { Counters, Take } from '../../packages/core/src/store/counters.ts'
import { openStore, type Store } from '../../packages/core/src/store/store.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const UNTIL = NOW + 60_000

/** Names that a plain object would answer for, and names that a query language could trip over. */
const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  ' ',
  "it's; DROP TABLE keyv --",
  '%_*?[a-z]',
  'Ünïcödé 漢字 🛰️',
  'a\nb\tc',
  'k'.repeat(2_000),
]

interface Place {
  /** Where a key is the name of a file, it cannot be longer than one. */
  readonly longestKey?: number
}

/** What every backend must do, whichever it is; `open` gives a new and empty one each time. */
export function storageSuite(
  name: string,
  open: () => Promise<Backend>,
  { longestKey = Number.POSITIVE_INFINITY }: Place = {},
): void {
  describe(`storage: ${name}`, () => {
    let backend: Backend
    let store: Store
    beforeEach(async () => {
      backend = await open()
      store = openStore(backend)
    })
    afterEach(() => store.close())

    describe('records', () => recordsSuite(() => store, longestKey))
    describe('takes', () => takesSuite(() => backend.counters))
    describe('raises', () => raisesSuite(() => backend.counters))
    describe('claims', () => claimsSuite(() => backend.counters))
    describe('swaps', () => swapsSuite(() => backend.counters))
    describe('what a clock made that was ahead', () => aheadSuite(() => backend.counters))

    test('describes itself in words', () => {
      expect(store.description).toMatch(/^\S+ .{3,}$/)
    })
  })
}

function recordsSuite(storeOf: () => Store, longestKey: number): void {
  test('are absent until they are set, and again after they are deleted', async () => {
    const store = storeOf()
    expect(await store.get('a')).toBeUndefined()
    await store.set('a', { n: 1 })
    await store.set('b', { n: 2 })
    expect(await store.get('a')).toEqual({ n: 1 })
    await store.delete('a')
    await store.delete('never there')
    expect(await store.get('a')).toBeUndefined()
    expect(await store.get('b')).toEqual({ n: 2 })
  })

  test('are overwritten whole', async () => {
    const store = storeOf()
    await store.set('a', { old: true, list: [1, 2, 3] })
    await store.set('a', 'new')
    expect(await store.get('a')).toBe('new')
  })

  test.each([
    0,
    '',
    ':colon',
    ':base64:AAAA',
    '\ud83d',
    false,
    [1, [null]],
    { deep: { er: [{ x: 1.5e-7 }] } },
  ])('come back as they were: %j', async (value) => {
    const store = storeOf()
    await store.set('a', value)
    expect(await store.get('a')).toEqual(value)
  })

  test('keep members whose names belong to prototypes', async () => {
    const store = storeOf()
    const value = JSON.parse('{"__proto__": {"polluted": 1}, "constructor": "c"}')
    await store.set('a', value)
    expect(JSON.stringify(await store.get('a'))).toBe(JSON.stringify(value))
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  test('may be called anything', async () => {
    const store = storeOf()
    const names = NAMES.filter(({ length }) => length <= longestKey)
    for (const key of names) expect(await store.get(key), key).toBeUndefined()
    for (const key of names) await store.set(key, { key })
    for (const key of names) expect(await store.get(key)).toEqual({ key })
    expect((await store.keys('')).sort()).toEqual([...names].sort())
    for (const key of names) await store.delete(key)
    expect(await store.keys('')).toEqual([])
  })

  test('may be 3 MB long', async () => {
    const store = storeOf()
    const text = '0123456789 Größe 🛰️\n'.repeat(140_000)
    await store.set('big', { text })
    const kept = await store.get<{ text: string }>('big')
    expect(kept?.text === text).toBe(true)
  })

  test('are absent once their time is over, and for ever there without one', async () => {
    const store = storeOf()
    vi.useFakeTimers({ toFake: ['Date'], now: NOW })
    try {
      await store.set('short', 1, 1_000)
      await store.set('long', 2, 60_000)
      await store.set('ever', 3)
      vi.setSystemTime(NOW + 999)
      expect(await store.get('short')).toBe(1)
      vi.setSystemTime(NOW + 1_001)
      expect(await store.get('short')).toBeUndefined()
      expect(await store.get('long')).toBe(2)
      await store.set('long', 4, 1_000_000)
      vi.setSystemTime(NOW + 60_001)
      expect(await store.get('long')).toBe(4)
      vi.setSystemTime(NOW + 100 * 365 * 86_400_000)
      expect(await store.get('long')).toBeUndefined()
      expect(await store.get('ever')).toBe(3)
    } finally {
      vi.useRealTimers()
    }
  })

  test('are listed by the beginning of their key', async () => {
    const store = storeOf()
    const keys = ['key:1', 'key:2', 'key:🛰️:3', 'key-id:1', 'KEY:4', 'ke', 'kez', 'key:%', '🛰️:1', '🛰️:2']
    for (const key of keys) await store.set(key, key)
    expect((await store.keys('key:')).sort()).toEqual(['key:%', 'key:1', 'key:2', 'key:🛰️:3'])
    expect((await store.keys('🛰️:')).sort()).toEqual(['🛰️:1', '🛰️:2'])
    expect(await store.keys('key:%')).toEqual(['key:%'])
    expect(await store.keys('absent')).toEqual([])
    expect((await store.keys('')).length).toBe(keys.length)
  })

  test('are all there after 500 writes at once, and after a flush', async () => {
    const store = storeOf()
    const names = Array.from({ length: 500 }, (_, i) => `n:${i}`)
    await Promise.all(names.map((key) => store.set(key, { key })))
    await store.flush()
    const found = await Promise.all(names.map((key) => store.get<{ key: string }>(key)))
    expect(found.map((record) => record?.key)).toEqual(names)
    expect((await store.keys('n:')).length).toBe(500)
  })
}

function takesSuite(countersOf: () => Counters): void {
  const take = async (limit: number, { key = 'k', until = UNTIL, now = NOW } = {}): Promise<Take> =>
    countersOf().take(key, limit, until, now)
  const giveBack = async (key = 'k'): Promise<void> => countersOf().giveBack(key)
  const used = async (key = 'k', now = NOW): Promise<number> => countersOf().used(key, now)

  test('are told without a change: none at first, and none when their time is over', async () => {
    for (let i = 0; i < 3; i += 1) expect(await used()).toBe(0)
    await take(5)
    await take(5)
    for (const now of [NOW, UNTIL - 1]) expect(await used('k', now)).toBe(2)
    expect(await used('k', UNTIL)).toBe(0)
    await giveBack()
    expect(await used()).toBe(1)
    expect(await take(5)).toEqual({ granted: true, used: 2 })
  })

  test('of many keys at once are each told of their own, in any order and twice', async () => {
    for (const [i, key] of NAMES.entries()) for (let n = 0; n <= i; n += 1) await take(100, { key })
    const asked = [...NAMES, 'nobody', ...NAMES]
    const counts = await Promise.all(asked.map((key) => used(key)))
    const each = NAMES.map((_, i) => i + 1)
    expect(counts).toEqual([...each, 0, ...each])
  })

  test('are granted up to the limit exactly, then refused', async () => {
    for (const used of [1, 2, 3]) expect(await take(3)).toEqual({ granted: true, used })
    for (let i = 0; i < 3; i += 1) expect(await take(3)).toEqual({ granted: false, used: 3 })
  })

  test.each([0, -1])('are refused at a limit of %d', async (limit) => {
    expect(await take(limit)).toEqual({ granted: false, used: 0 })
    expect(await take(1)).toEqual({ granted: true, used: 1 })
    expect(await take(limit)).toEqual({ granted: false, used: 1 })
  })

  test.each([Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY])(
    'are counted at a limit of %d',
    async (limit) => {
      expect(await take(limit)).toEqual({ granted: true, used: 1 })
      expect(await take(limit)).toEqual({ granted: true, used: 2 })
    },
  )

  test('follow a limit that is raised or lowered', async () => {
    await take(2)
    await take(2)
    expect(await take(3)).toEqual({ granted: true, used: 3 })
    expect(await take(1)).toEqual({ granted: false, used: 3 })
    expect(await take(4)).toEqual({ granted: true, used: 4 })
  })

  test('that are asked for at once are each told by their own limit and time', async () => {
    const later = { now: UNTIL, until: UNTIL + 60_000 }
    const takes = [
      take(1),
      take(1),
      take(3),
      take(3),
      take(3),
      take(1, later),
      take(2, later),
      take(2, later),
    ]
    expect((await Promise.all(takes)).map(({ granted, used }) => [granted, used])).toEqual([
      [true, 1],
      [false, 1],
      [true, 2],
      [true, 3],
      [false, 3],
      [true, 1],
      [true, 2],
      [false, 2],
    ])
  })

  test('can be given back, one by one and never below zero', async () => {
    await giveBack()
    await take(2)
    await take(2)
    await giveBack()
    expect(await take(2)).toEqual({ granted: true, used: 2 })
    for (let i = 0; i < 5; i += 1) await giveBack()
    expect(await take(2)).toEqual({ granted: true, used: 1 })
  })

  test('that are given back at once, of several keys, are each given back', async () => {
    const keys = ['a', 'b', 'c']
    for (const key of keys) for (let i = 0; i < 100; i += 1) await take(1_000, { key })
    await Promise.all(Array.from({ length: 90 }, (_, i) => giveBack(keys[i % 2])))
    expect(await Promise.all(keys.map((key) => used(key)))).toEqual([55, 55, 100])
  })

  test('start anew when their time is over, not a millisecond before', async () => {
    await take(1)
    expect(await take(1, { now: UNTIL - 1 })).toEqual({ granted: false, used: 1 })
    const next = { now: UNTIL, until: UNTIL + 60_000 }
    expect(await take(1, next)).toEqual({ granted: true, used: 1 })
    expect(await take(1, next)).toEqual({ granted: false, used: 1 })
    expect(await take(1, { now: UNTIL + 59_999, until: UNTIL + 90_000 })).toEqual({ granted: false, used: 1 })
    expect(await take(1, { now: UNTIL + 60_000, until: UNTIL + 90_000 })).toEqual({ granted: true, used: 1 })
  })

  test('keep their first end, and are not forgotten when others expire', async () => {
    await take(5)
    await take(5, { until: UNTIL + 500_000 })
    expect(await take(5, { now: UNTIL, until: UNTIL + 1 })).toEqual({ granted: true, used: 1 })

    const day = 86_400_000
    await take(5, { key: 'long', until: NOW + 9 * day })
    for (let i = 1; i < 8; i += 1)
      await take(1, { key: `short ${i}`, now: NOW + i * day, until: NOW + i * day + 1 })
    expect((await take(5, { key: 'long', now: NOW + 8 * day, until: NOW + 9 * day })).used).toBe(2)
  })

  test('of different keys do not know each other', async () => {
    for (const key of NAMES) expect(await take(1, { key })).toEqual({ granted: true, used: 1 })
    for (const key of NAMES) expect(await take(1, { key })).toEqual({ granted: false, used: 1 })
    await giveBack('__proto__')
    expect((await take(1, { key: '__proto__' })).granted).toBe(true)
    expect((await take(1, { key: 'constructor' })).granted).toBe(false)
  })

  test('20,000 at once at a limit of 1,000: exactly 1,000 are granted, and no number twice', async () => {
    const takes = await Promise.all(Array.from({ length: 20_000 }, () => take(1_000)))
    expectExactly(takes, 1_000)
    expect(await take(1_000)).toEqual({ granted: false, used: 1_000 })
  })

  test('20,000 by 50 takers on a clock that runs: exactly 1,000 are granted, and no number twice', async () => {
    const takes: Take[] = []
    let started = 0
    const taker = async () => {
      while (started < 20_000) {
        started += 1
        takes.push(await take(1_000, { now: NOW + Math.floor(started / 100) }))
      }
    }
    await Promise.all(Array.from({ length: 50 }, taker))
    expect(takes).toHaveLength(20_000)
    expectExactly(takes, 1_000)
    expect(takes.findIndex(({ granted }) => !granted)).toBeGreaterThanOrEqual(1_000 - 50)
  })

  test('of 200 keys at once are granted to each exactly as often as it may', async () => {
    const keys = Array.from({ length: 200 }, (_, i) => `key ${i}`)
    const limitOf = (i: number) => i % 25
    const takes = await Promise.all(
      Array.from({ length: 30 }, () => keys.map((key, i) => take(limitOf(i), { key }))).flat(),
    )
    keys.forEach((_, i) => {
      const ofKey = takes.filter((_, n) => n % 200 === i)
      expectExactly(ofKey, limitOf(i))
    })
  })

  test('and what is given back beside them add up', async () => {
    await Promise.all(Array.from({ length: 1_000 }, () => take(5_000)))
    const both = Array.from({ length: 1_000 }, (_, i) => (i % 2 ? take(5_000) : giveBack()))
    await Promise.all(both)
    expect(await take(5_000)).toEqual({ granted: true, used: 1_001 })
  })
}

function raisesSuite(countersOf: () => Counters): void {
  const raise = async (least: number, { key = 'r', until = UNTIL, now = NOW } = {}): Promise<void> =>
    countersOf().raise(key, least, until, now)
  const used = async (now = NOW, key = 'r'): Promise<number> => countersOf().used(key, now)
  const take = async (limit: number, now = NOW): Promise<Take> => countersOf().take('r', limit, UNTIL, now)

  test('count a key as taken so many times, and never less than before', async () => {
    await raise(1_000_000)
    expect(await used()).toBe(1_000_000)
    await raise(999_999)
    expect(await used()).toBe(1_000_000)
    await raise(Number.MAX_SAFE_INTEGER - 1)
    expect(await used()).toBe(Number.MAX_SAFE_INTEGER - 1)
  })

  test('are what the next take counts on, and add nothing to takes that were more', async () => {
    await raise(3)
    expect(await take(5)).toEqual({ granted: true, used: 4 })
    await raise(3)
    expect(await take(5)).toEqual({ granted: true, used: 5 })
    expect(await take(5)).toEqual({ granted: false, used: 5 })
    await countersOf().giveBack('r')
    expect(await used()).toBe(4)
  })

  test('last as long as the count that is there, and else until their own end', async () => {
    await take(5)
    await raise(4, { until: UNTIL + 60_000 })
    expect(await used(UNTIL - 1)).toBe(4)
    expect(await used(UNTIL)).toBe(0)
    await raise(2, { until: UNTIL + 60_000, now: UNTIL })
    expect(await used(UNTIL + 59_999)).toBe(2)
    expect(await used(UNTIL + 60_000)).toBe(0)
  })

  test('of many keys at once, some of them twice, each count for their own', async () => {
    const raises = NAMES.flatMap((key, i) => [raise(i + 1, { key }), raise(1, { key })])
    await Promise.all(raises)
    expect(await Promise.all(NAMES.map((key) => used(NOW, key)))).toEqual(NAMES.map((_, i) => i + 1))
  })
}

function claimsSuite(countersOf: () => Counters): void {
  const claim = async (value: string, { key = 'c', until = UNTIL, now = NOW } = {}): Promise<string> =>
    countersOf().claim(key, value, until, now)
  const holder = async (now = NOW, key = 'c'): Promise<string> => countersOf().holder(key, now, UNTIL)

  test('are told of without a change: nobody at first, when it was given back, and when the time is over', async () => {
    expect(await holder()).toBe('')
    await claim('first')
    for (const now of [NOW, UNTIL - 1]) expect(await holder(now)).toBe('first')
    expect(await holder(UNTIL)).toBe('')
    expect(await holder()).toBe('first')
    await countersOf().giveBack('c')
    expect(await holder()).toBe('')
    expect(await claim('second')).toBe('second')
  })

  test('hold, and tell everybody who holds', async () => {
    expect(await claim('first')).toBe('first')
    expect(await claim('second')).toBe('first')
    expect(await claim('first')).toBe('first')
    expect(await claim('second', { key: 'another' })).toBe('second')
  })

  test('end when their time is over, not a millisecond before, and are not prolonged by asking', async () => {
    await claim('first')
    expect(await claim('first', { now: UNTIL - 1, until: UNTIL + 60_000 })).toBe('first')
    expect(await claim('second', { now: UNTIL - 1 })).toBe('first')
    expect(await claim('second', { now: UNTIL, until: UNTIL + 10 })).toBe('second')
    expect(await claim('first', { now: UNTIL + 9, until: UNTIL + 99 })).toBe('second')
    expect(await claim('third', { now: UNTIL + 10, until: UNTIL + 99 })).toBe('third')
  })

  test('are released by giving back, and can then be held by another', async () => {
    await countersOf().giveBack('c')
    await claim('first')
    await countersOf().giveBack('c')
    expect(await claim('second', { until: UNTIL + 60_000 })).toBe('second')
    expect(await claim('third', { now: UNTIL })).toBe('second')
  })

  test('may be called anything and hold any text', async () => {
    for (const key of NAMES) expect(await claim(key, { key })).toBe(key)
    for (const key of NAMES) expect(await claim('other', { key })).toBe(key)
  })

  test('10,000 at once have one holder, and all are told the same', async () => {
    const told = await Promise.all(Array.from({ length: 10_000 }, (_, i) => claim(`value ${i}`)))
    expect(new Set(told).size).toBe(1)
    expect(told.filter((holder, i) => holder === `value ${i}`)).toHaveLength(1)
    expect(await claim('late')).toBe(told[0])
  })
}

function swapsSuite(countersOf: () => Counters): void {
  const swap = async (expected: string, value: string, { key = 's', until = UNTIL, now = NOW } = {}) =>
    countersOf().swap(key, expected, value, until, now)
  const holder = async (now = NOW, key = 's') => countersOf().holder(key, now, UNTIL)

  test('pass from the expected holder to the next, and from no other', async () => {
    expect(await swap('nobody there', 'a')).toBe(false)
    expect(await holder()).toBe('')
    expect(await swap('', 'a')).toBe(true)
    expect(await swap('', 'b')).toBe(false)
    expect(await swap('b', 'c')).toBe(false)
    expect(await holder()).toBe('a')
    expect(await swap('a', 'b')).toBe(true)
    expect(await swap('a', 'c')).toBe(false)
    expect(await holder()).toBe('b')
  })

  test('take the place of a claim, and are released like one', async () => {
    await countersOf().claim('s', 'claimed', UNTIL, NOW)
    expect(await swap('claimed', 'swapped')).toBe(true)
    expect(await countersOf().claim('s', 'other', UNTIL, NOW)).toBe('swapped')
    await countersOf().giveBack('s')
    expect(await swap('swapped', 'late')).toBe(false)
    expect(await swap('', 'next')).toBe(true)
    expect(await swap('next', '', { until: NOW })).toBe(true)
    expect(await swap('', 'last')).toBe(true)
  })

  test('end when their time is over, not a millisecond before, and are prolonged by their holder', async () => {
    await swap('', 'a')
    expect(await swap('', 'b', { now: UNTIL - 1 })).toBe(false)
    expect(await swap('a', 'a', { now: UNTIL - 1, until: UNTIL + 1_000 })).toBe(true)
    expect(await holder(UNTIL + 999)).toBe('a')
    expect(await swap('a', 'a', { now: UNTIL + 1_000, until: UNTIL + 9_000 })).toBe(false)
    expect(await swap('', 'b', { now: UNTIL + 1_000, until: UNTIL + 9_000 })).toBe(true)
  })

  test('may be of any key and to any text', async () => {
    for (const key of NAMES) expect(await swap('', `to ${key}`, { key })).toBe(true)
    for (const key of NAMES) expect(await swap(`to ${key}`, key, { key })).toBe(true)
    for (const key of NAMES) expect(await holder(NOW, key)).toBe(key)
  })

  test('1,000 at once from the same holder: exactly one wins, and it is the holder', async () => {
    for (const expected of ['', 'first']) {
      const key = `of ${expected}`
      if (expected) await swap('', expected, { key })
      const won = await Promise.all(Array.from({ length: 1_000 }, (_, i) => swap(expected, `v${i}`, { key })))
      expect(won.filter(Boolean)).toHaveLength(1)
      expect(await holder(NOW, key)).toBe(`v${won.indexOf(true)}`)
    }
  })
}

/** Instants are how long after `NOW`, in milliseconds. */
function aheadSuite(countersOf: () => Counters): void {
  const SPAN = 60_000
  const take = async (at: number) => countersOf().take('t', 3, NOW + at + SPAN, NOW + at)
  const claim = async (value: string, at: number) => countersOf().claim('c', value, NOW + at + SPAN, NOW + at)
  const swap = async (expected: string, value: string, at: number, span = SPAN) =>
    countersOf().swap('c', expected, value, NOW + at + span, NOW + at)
  const holder = async (at: number) => countersOf().holder('c', NOW + at, NOW + at + SPAN)

  test.each([1, 400])('is absent once it is set right: %d days', async (days) => {
    const ahead = days * 86_400_000
    for (let i = 0; i < 3; i += 1) await take(ahead)
    await countersOf().raise('r', 1_000, NOW + ahead + SPAN, NOW + ahead)
    await claim('ahead', ahead)
    expect(await holder(ahead)).toBe('ahead')

    expect(await take(0)).toEqual({ granted: true, used: 1 })
    await countersOf().raise('r', 5, NOW + SPAN, NOW)
    expect(await countersOf().used('r', NOW)).toBe(5)
    expect(await holder(0)).toBe('')
    expect(await claim('right', 0)).toBe('right')
    expect(await holder(0)).toBe('right')
    expect(await holder(SPAN)).toBe('')
  })

  test('is swapped by anybody as if nobody held it, and prolonged or let go of by its holder', async () => {
    const ahead = 86_400_000
    await claim('ahead', ahead)
    expect(await swap('somebody', 'else', 0)).toBe(false)
    expect(await swap('', 'right', 0)).toBe(true)
    expect(await swap('ahead', 'ahead', 0)).toBe(false)

    expect(await swap('', 'ahead', ahead)).toBe(true)
    expect(await swap('ahead', 'ahead', 0)).toBe(true)
    expect(await holder(0)).toBe('ahead')
    await swap('ahead', 'ahead', ahead)
    expect(await swap('ahead', '', 0, -NOW)).toBe(true)
    expect(await claim('next', 0)).toBe('next')
  })

  test('is believed by ten minutes, by which the clocks of two processes may be apart', async () => {
    await claim('ahead', 600_000)
    await take(600_000)
    expect(await claim('behind', 0)).toBe('ahead')
    expect(await swap('', 'behind', 0)).toBe(false)
    expect(await take(0)).toEqual({ granted: true, used: 2 })
    expect(await holder(-1)).toBe('')
    expect(await claim('behind', -1)).toBe('behind')
  })

  test('is believed for good if it has no end', async () => {
    const FOREVER = Date.UTC(9999, 11, 31)
    await countersOf().claim('c', 'ahead', FOREVER, NOW + 400 * 86_400_000)
    expect(await countersOf().claim('c', 'right', FOREVER, NOW)).toBe('ahead')
    expect(await countersOf().holder('c', NOW, FOREVER)).toBe('ahead')
  })
}

/** Whether exactly `limit` were granted, each with a number of its own, and the rest refused with the limit. */
function expectExactly(takes: readonly Take[], limit: number): void {
  const numbers = takes.filter(({ granted }) => granted).map(({ used }) => used)
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: limit }, (_, i) => i + 1))
  expect(takes.filter(({ granted, used }) => !granted && used !== limit)).toEqual([])
}
