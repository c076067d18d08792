import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Computations } from '../../packages/core/src/kernel/accounts/open-responses/computations.ts'
import { testContext } from '../support/context.ts'

type Client = Parameters<Computations['run']>[0]

const withKey = (account: string): Client => ({ account, request: {} })

/**
 * Computations, each of which goes on until it is ended; `begun` lists them as they begin. The first letter is the
 * account.
 */
function setUp(context = testContext()) {
  const { computations } = context.accounts
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const runFor = (client: Client, name: string) =>
    computations.run(client, 1, () => {
      begun.push(name)
      return new Promise<string>((resolve, reject) => {
        ends.set(name, (error) => (error ? reject(error) : resolve(name)))
      })
    })
  const run = (name: string) => runFor(withKey(name.slice(0, 1)), name)
  /** One without a key, from an address. */
  const runFrom = (ip: string, name: string) => runFor({ request: { ip: () => ip } }, name)
  const end = async (name: string, error?: Error) => {
    ends.get(name)?.(error)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { run, runFrom, begun, end, computations }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('computations', () => {
  test('of one owner are two at a time, in their order', async () => {
    const { run, begun, end } = setUp()
    const all = Promise.all(['a1', 'a2', 'a3', 'a4'].map(run))
    expect(begun).toEqual(['a1', 'a2'])
    await end('a2')
    expect(begun).toEqual(['a1', 'a2', 'a3'])
    for (const name of ['a1', 'a3', 'a4']) await end(name)
    expect(await all).toEqual(['a1', 'a2', 'a3', 'a4'])
  })

  test('are four at a time, and owners take turns however many they have', async () => {
    const { run, begun, end } = setUp()
    for (const name of ['a1', 'a2', 'b1', 'b2']) void run(name)
    for (const name of ['e1', 'e2', 'e3', 'f1', 'g1', 'h1']) void run(name)
    expect(begun).toEqual(['a1', 'a2', 'b1', 'b2'])
    for (const name of ['a1', 'a2', 'b1', 'b2']) await end(name)
    expect(begun.slice(4)).toEqual(['e1', 'f1', 'g1', 'h1'])
    await end('f1')
    expect(begun.at(-1)).toBe('e2')
    await end('g1')
    // The third of an owner waits for one of its own.
    expect(begun).toHaveLength(9)
    await end('e1')
    expect(begun.at(-1)).toBe('e3')
  })

  test('that fail, or throw at once, make room', async () => {
    const { run, begun, end, computations } = setUp()
    const failing = run('a1').catch(String)
    await end('a1', new Error('away'))
    expect(await failing).toBe('Error: away')
    const throws = () => {
      throw new Error('at once')
    }
    for (let n = 0; n < 3; n += 1)
      await expect(computations.run(withKey('a'), 1, throws)).rejects.toThrow('at once')
    void run('a2')
    void run('a3')
    expect(begun).toEqual(['a1', 'a2', 'a3'])
  })

  test('without a key are two at a time, and those with one do not wait for them', async () => {
    const { run, runFrom, begun } = setUp()
    for (const n of [1, 2, 3]) void runFrom(`192.0.${n}.1`, `network ${n}`)
    await vi.advanceTimersByTimeAsync(0)
    for (const name of ['a1', 'a2', 'b1', 'b2']) void run(name)
    expect(begun).toEqual(['network 1', 'network 2', 'a1', 'a2', 'b1', 'b2'])
  })

  test.each([
    ['IPv4 /24', (n: number) => `192.0.2.${n}`, '198.51.100.1'],
    ['IPv6 /48', (n: number) => `2001:db8:1:${n}::1`, '2001:db8:2::1'],
  ])('without a key of one %s have one turn, however many networks it has', async (_, address, other) => {
    const { runFrom, begun, end } = setUp()
    for (let n = 1; n <= 20; n += 1) void runFrom(address(n), `network ${n}`)
    await vi.advanceTimersByTimeAsync(0)
    void runFrom(other, 'other')
    await vi.advanceTimersByTimeAsync(0)
    await end('network 1')
    await end('network 2')
    expect(begun).toEqual(['network 1', 'network 2', 'network 3', 'other'])
  })

  test('without a key use up the units of their block, whatever network of it they are from', async () => {
    const { accounts, time } = testContext({ limits: { computedPerMinute: 10 } })
    const run = (ip: string | undefined, units: number) =>
      accounts.computations.run({ request: { ip: () => ip } }, units, () => units)
    expect(await run('192.0.2.1', 4)).toBe(4)
    expect(await run('192.0.2.77', 6)).toBe(6)
    await expect(run('192.0.2.200', 1)).rejects.toMatchObject({ code: 'rate_limited' })
    expect(await run('192.0.3.1', 1)).toBe(1)
    // What takes more than all is possible in a minute that nothing else uses.
    expect(await run('2001:db8:1::1', 500)).toBe(500)
    await expect(run('2001:db8:1:9::1', 1)).rejects.toMatchObject({
      code: 'rate_limited',
      message: expect.stringContaining('10 units'),
    })
    time.at += 60_000
    expect(await run('192.0.2.200', 10)).toBe(10)
    expect(await accounts.computations.run(withKey('a'), 500, () => 'not charged')).toBe('not charged')
  })

  test('beyond 64 that wait are 429, of this owner alone', async () => {
    const { run, begun } = setUp()
    const all = Array.from({ length: 67 }, (_, n) => run(`a${n}`))
    await expect(all[66]).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 5 })
    void run('b1')
    expect(begun).toEqual(['a0', 'a1', 'b1'])
    for (const each of all.slice(2, 66)) each.catch(() => {})
    await vi.advanceTimersByTimeAsync(20_000)
  })

  test('that have waited for 20 s are 429, and are not begun later', async () => {
    const { run, begun, end } = setUp()
    for (const name of ['a1', 'a2']) void run(name)
    const waiting = expect(run('a3')).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 5 })
    await vi.advanceTimersByTimeAsync(19_999)
    const later = run('a4')
    await vi.advanceTimersByTimeAsync(1)
    await waiting
    await end('a1')
    expect(begun).toEqual(['a1', 'a2', 'a4'])
    await end('a4')
    expect(await later).toBe('a4')
  })

  test('that were begun 30 s ago hold up no others', async () => {
    const { run, begun } = setUp()
    for (const name of ['a1', 'a2']) void run(name)
    await vi.advanceTimersByTimeAsync(30_001)
    void run('a3')
    expect(begun).toEqual(['a1', 'a2', 'a3'])
  })
})
