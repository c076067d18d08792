import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Computations } from '../../packages/core/src/accounts/open-responses/computations.ts'
import { testContext } from '../support/context.ts'

/** Computations, each of which goes on until it is ended; `begun` lists them as they begin. */
function setUp(computations = new Computations()) {
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const run = (name: string) =>
    computations.run(name.slice(0, 1), () => {
      begun.push(name)
      return new Promise<string>((resolve, reject) => {
        ends.set(name, (error) => (error ? reject(error) : resolve(name)))
      })
    })
  const end = async (name: string, error?: Error) => {
    ends.get(name)?.(error)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { run, begun, end, computations }
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
    for (let n = 0; n < 3; n += 1) await expect(computations.run('a', throws)).rejects.toThrow('at once')
    void run('a2')
    void run('a3')
    expect(begun).toEqual(['a1', 'a2', 'a3'])
  })

  test('of accounts do not wait for those of networks', async () => {
    const { accounts, networks } = testContext().accounts.computations
    const { run } = setUp(networks)
    for (const owner of 'ab') for (const n of [1, 2]) void run(`${owner}${n}`)
    const ofAccounts = setUp(accounts)
    void ofAccounts.run('a1')
    expect(ofAccounts.begun).toEqual(['a1'])
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
