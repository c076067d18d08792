import { memory } from '@space-data/core'
import { describe, expect, test } from 'vitest'
import { keepQuota, type QuotaResult } from '../../packages/core/src/kernel/accounts/quota/account-day.ts'
import { testContext } from '../support/context.ts'
import { faultyBackend } from '../support/faulty-backend.ts'

const DAY = 86_400_000
const MIDNIGHT = Date.parse('2026-11-22T00:00:00Z')
type TestContext = ReturnType<typeof testContext>

const consume = async (context: TestContext, ip: string): Promise<QuotaResult> => {
  const quota = await context.accounts.networkQuotas.consume(ip, context.now())
  return quota.granted ? keepQuota(quota) : quota
}

/** How many of so many concurrent requests are granted, spread over these processes. */
const granted = async (contexts: readonly TestContext[], ips: readonly string[], each: number) => {
  const requests = ips.flatMap((ip) => Array.from({ length: each }, () => ip))
  const quotas = await Promise.all(
    requests.map((ip, i) => consume(contexts[i % contexts.length] as TestContext, ip)),
  )
  return quotas.filter((quota) => quota.granted).length
}

/** Instances of one store and one clock. */
const instances = (anonymous: number, at?: number) => {
  const backend = memory()
  const one = testContext({ backend, anonymous, ...(at !== undefined && { time: { at } }) })
  return [one, testContext({ backend, anonymous, time: one.time })] as const
}

test('a network is granted exactly its requests a day, whatever two processes are asked at once', async () => {
  const contexts = instances(100)
  expect(await granted(contexts, ['192.0.2.1'], 2_000)).toBe(100)
  expect(await granted(contexts, ['192.0.2.2'], 99)).toBe(99)
  expect(await consume(contexts[0], '192.0.2.2')).toMatchObject({ granted: true, remaining: 0, limit: 100 })
  expect(await consume(contexts[1], '192.0.2.2')).toMatchObject({ granted: false, resetSeconds: 43_200 })
})

test('a network is an IPv4 address or an IPv6 /64, whatever its spelling', async () => {
  const [context] = instances(2)
  expect(await granted([context], ['2001:db8::1', '2001:db8:0:0:ffff::2'], 2)).toBe(2)
  expect(await granted([context], ['2001:db8:0:1::1'], 2)).toBe(2)
  expect(await granted([context], ['192.0.2.1', '::ffff:192.0.2.1'], 2)).toBe(2)
})

describe('a block of addresses', () => {
  const v4 = (block: number) => Array.from({ length: 100 }, (_, host) => `198.51.${block}.${host}`)
  const v6 = (block: number) => Array.from({ length: 100 }, (_, net) => `2001:db8:${block}:${net}::1`)

  test.each([
    ['IPv4 /24', v4],
    ['IPv6 /48', v6],
  ])('%s has 64 times the requests of a network, exactly', async (_, addresses) => {
    const contexts = instances(3)
    expect(await granted(contexts, addresses(1), 5)).toBe(64 * 3)
    const refused = await consume(contexts[0], addresses(1).at(-1) as string)
    expect(refused).toMatchObject({ granted: false, limit: 3, remaining: 0 })
    expect(await granted(contexts, addresses(2).slice(0, 2), 5)).toBe(6)
  })

  test('a client that goes on beyond its own quota takes nothing of its neighbours’', async () => {
    const contexts = instances(2)
    expect(await granted(contexts, ['198.51.1.1'], 500)).toBe(2)
    expect(await granted(contexts, v4(1).slice(2, 65), 3)).toBe(63 * 2)
  })

  test('what is left of it is what is left for a client, where that is less', async () => {
    const [context] = instances(3)
    expect(await granted([context], v6(1).slice(0, 63), 3)).toBe(189)
    const quota = await consume(context, v6(1).at(-1) as string)
    expect(quota).toMatchObject({ remaining: 2, ofBlock: { remaining: 2 } })
    await consume(context, v6(1).at(-2) as string)
    expect(await consume(context, v6(1).at(-1) as string)).toMatchObject({
      remaining: 1,
      ofBlock: { remaining: 0 },
    })
  })

  test('a refund is one of the network and of the block', async () => {
    const [context] = instances(1)
    expect(await granted([context], v6(1).slice(0, 63), 1)).toBe(63)
    const [ip, other] = v6(1).slice(-2) as [string, string]
    const quota = await context.accounts.networkQuotas.consume(ip, context.now())
    expect(await consume(context, other)).toMatchObject({ granted: false })
    const refunded = await context.accounts.quotas.refund(quota)
    expect(refunded).toMatchObject({ remaining: 1, ofBlock: { remaining: 1 } })
    expect(await granted([context], [ip], 5)).toBe(1)
  })

  test('a request that the block refuses takes nothing of its network', async () => {
    const [context] = instances(2)
    const [first, ...rest] = v4(1) as [string, ...string[]]
    const toRefund = [await context.accounts.networkQuotas.consume(first, context.now())]
    toRefund.push(await context.accounts.networkQuotas.consume(first, context.now()))
    expect(await granted([context], rest.slice(0, 63), 2)).toBe(63 * 2)
    const ip = rest.at(-1) as string
    expect(await granted([context], [ip], 5)).toBe(0)
    for (const quota of toRefund) await context.accounts.quotas.refund(quota)
    expect(await granted([context], [ip], 5)).toBe(2)
  })
})

describe('the UTC day', () => {
  test('begins anew at midnight for all', async () => {
    const contexts = instances(3, MIDNIGHT - 1)
    expect(await granted(contexts, ['192.0.2.1'], 9)).toBe(3)
    expect(await consume(contexts[0], '192.0.2.1')).toMatchObject({ granted: false, resetSeconds: 1 })
    contexts[0].time.at = MIDNIGHT
    expect(await granted(contexts, ['192.0.2.1'], 9)).toBe(3)
  })

  test('is not given twice when the clock goes back over midnight', async () => {
    const [context] = instances(3, MIDNIGHT + 1_000)
    expect(await granted([context], ['192.0.2.1'], 2)).toBe(2)
    context.time.at = MIDNIGHT - 1
    expect(await granted([context], ['192.0.2.1'], 9)).toBe(1)
  })

  test('of a request is that on which its network was named, however late it is counted', async () => {
    const { backend, release } = heldSecret()
    const context = testContext({ backend, anonymous: 3, time: { at: MIDNIGHT - 1 } })
    const late = Promise.all([1, 2, 3, 4].map(() => consume(context, '192.0.2.1')))
    context.time.at = MIDNIGHT
    release()
    expect((await late).filter((quota) => quota.granted)).toHaveLength(3)
    expect(await granted([context], ['192.0.2.1'], 9)).toBe(3)
  })

  test('is all that is stored, an hour longer, under names that are no addresses', async () => {
    const kept: [string, number][] = []
    const backend = memory()
    const { atomic } = backend
    const add: typeof atomic.add = (key, limit, until, ...rest) => {
      kept.push([key, until])
      return atomic.add(key, limit, until, ...rest)
    }
    const context = testContext({ backend: { ...backend, atomic: { ...routed(atomic), add } }, anonymous: 3 })
    await consume(context, '192.0.2.77')
    expect(kept).toEqual([
      [expect.stringMatching(/^quota:network:[0-9a-f]{32}:2026-11-21$/), MIDNIGHT + 3_600_000],
      [expect.stringMatching(/^quota:network:[0-9a-f]{32}:2026-11-21$/), MIDNIGHT + 3_600_000],
    ])
    expect(kept[0]?.[0]).not.toBe(kept[1]?.[0])
    context.time.at += DAY
    await consume(context, '192.0.2.77')
    expect(kept[2]?.[0].slice(0, 46)).not.toBe(kept[0]?.[0].slice(0, 46))
  })
})

test('while the store fails, each process grants a tenth, and nothing of what remains is reported', async () => {
  const faulty = faultyBackend()
  const context = testContext({ backend: faulty.backend, anonymous: 100 })
  expect(await consume(context, '192.0.2.1')).toMatchObject({ granted: true, certain: true })
  faulty.fault = 'throws'
  expect(await granted([context], ['192.0.2.1'], 50)).toBe(10)
  expect(await consume(context, '192.0.2.1')).toMatchObject({
    granted: false,
    certain: false,
    retrySeconds: 30,
  })
  const uncounted = context.events.filter(({ type }) => type === 'quota_fail_open')
  expect(uncounted).toContainEqual({ type: 'quota_fail_open', account: null })
})

test('without the secret of the day nobody can be counted: the store is unavailable', async () => {
  const faulty = faultyBackend()
  faulty.fault = 'throws'
  const context = testContext({ backend: faulty.backend, anonymous: 100 })
  await expect(async () => consume(context, '192.0.2.1')).rejects.toMatchObject({ code: 'store_unavailable' })
})

/** The operations of a store, each bound to it. */
function routed<Atomic extends ReturnType<typeof memory>['atomic']>(atomic: Atomic): Atomic {
  const names = ['add', 'raise', 'subtract', 'setIfAbsent', 'compareAndSwap', 'count', 'get'] as const
  return Object.fromEntries(names.map((name) => [name, atomic[name].bind(atomic)])) as unknown as Atomic
}

/** A memory store that gives the secret of the day when it is released. */
function heldSecret() {
  const backend = memory()
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const { atomic } = backend
  const setIfAbsent: typeof atomic.setIfAbsent = async (...args) => {
    await released
    return atomic.setIfAbsent(...args)
  }
  return { backend: { ...backend, atomic: { ...routed(atomic), setIfAbsent } }, release }
}
