import { setTimeout as pause } from 'node:timers/promises'
import { createSpaceData, type WholeSpaceData } from '@space-data/core'
import { everything } from '@space-data/core/features'
import { expect, vi } from 'vitest'
import { awayFromMidnight } from '../support/midnight.ts'
import { PATIENCE_MS, patiently } from '../support/patience.ts'
import { orInSoak } from '../support/tier.ts'
import { client, fleet, KEYED, LOADS, order, persistently, repeat } from './fleet.ts'
import { onSharedStores, openPlace } from './stores.ts'

vi.setConfig({ testTimeout: 600_000 })
awayFromMidnight(300_000)

/** Enough to be refused by every process many times over; a long run asks more. */
const [REQUESTS, ISSUES] = orInSoak([2_000, 2_000], [20_000, 10_000])

onSharedStores(`${REQUESTS} requests at a limit of 1,000, 4 processes`, async (place, store) => {
  const servers = await fleet(4, place)
  const ask = client(50)
  const operator = createSpaceData({ features: everything, store: await openPlace(place) })
  // A store that is slow for half a second is unavailable: some requests are admitted uncounted then, and
  // what it was asked may be counted all the same. Only without one is the count exact to the last request.
  let isExact = false
  for (const atOnce of LOADS) {
    const { key } = await persistently(() =>
      operator.keys.issue({ tier: 'free', label: `${atOnce} at once` }),
    )
    const left: number[] = []
    let [refused, uncounted, unavailable, before] = [0, 0, 0, Number.NaN]
    await repeat(REQUESTS, atOnce, async (i) => {
      const { status, headers } = await ask(`${servers[i % 4]!.url}${KEYED}`, {
        headers: { 'x-api-key': key },
      })
      expect([200, 429, 503]).toContain(status)
      const counted = /r=(\d+)/.exec(headers['ratelimit'] ?? '')?.[1]
      if (status === 200 && counted) left.push(Number(counted))
      else if (status === 200) uncounted += 1
      else if (status === 503) unavailable += 1
      else if (refused++ === 0) before = left.length
    })
    console.log(
      `FIGURE quota, 4 processes, ${store}: ${left.length} of ${REQUESTS} admitted, ${before} answered before the first 429, ${uncounted} uncounted, ${unavailable} answered 503`,
    )
    expect(new Set(left).size).toBe(left.length)
    expect(left.every((count) => count < 1_000)).toBe(true)
    expect(left.length).toBeGreaterThanOrEqual(1_000 - uncounted - unavailable)
    expect(left.length + uncounted + unavailable + refused).toBe(REQUESTS)
    // A tenth of the day, in each process.
    expect(uncounted).toBeLessThanOrEqual(4 * 100)
    // The other admitted requests may still be on their way when the first refusal arrives.
    expect(before).toBeGreaterThanOrEqual(1_000 - (atOnce - 1) - uncounted - unavailable)
    isExact = uncounted + unavailable === 0
    if (isExact) break
  }
  await operator.close()
  expect(isExact).toBe(true)
})

onSharedStores(
  '8,000 requests without a key of 66 networks in one block, one of them busy, 4 processes',
  async (place, store) => {
    const servers = await fleet(4, place)
    const ask = client(50)
    const left = new Map<string, number[]>()
    const refusals = { network: 0, block: 0 }
    let uncounted = 0
    await repeat(8_000, 50, async (i) => {
      const localAddress = `127.0.1.${i % 10 === 0 ? 1 : 1 + (i % 66)}`
      const { status, headers, body } = await ask(`${servers[i % 4]!.url}${KEYED}`, { localAddress })
      expect([200, 429, 503]).toContain(status)
      const counted = /^"network-day";r=(\d+);/.exec(headers['ratelimit'] ?? '')?.[1]
      if (status === 429) refusals[body.includes('The block of addresses') ? 'block' : 'network'] += 1
      else if (status === 200 && counted)
        left.set(localAddress, [...(left.get(localAddress) ?? []), Number(counted)])
      else uncounted += 1
    })
    const admitted = [...left.values()].map(({ length }) => length)
    const all = admitted.reduce((sum, each) => sum + each, 0)
    console.log(
      `FIGURE networks without a key, 4 processes, ${store}: ${all} of 8,000 admitted at 6,400 for the block, at most ${Math.max(...admitted)} of a network, refused ${refusals.network} for the network and ${refusals.block} for the block, ${uncounted} uncounted`,
    )
    expect(Math.max(...admitted)).toBeLessThanOrEqual(100)
    expect(Math.min(refusals.network, refusals.block)).toBeGreaterThan(0)
    expect(all).toBeLessThanOrEqual(6_400)
    // Requests that are refused for the block are of their network for a moment.
    expect(all).toBeGreaterThanOrEqual(6_400 - uncounted - 49)
  },
)

onSharedStores(
  '12,000 requests at a limit of 10,000, reserved, 4 processes, one of them killed',
  async (place, store) => {
    const operator = createSpaceData({ features: everything, store: await openPlace(place) })
    let uncounted = Number.NaN
    for (const atOnce of LOADS) {
      uncounted = await reservedQuota(place, store, operator, atOnce)
      if (uncounted === 0) break
    }
    await operator.close()
    expect(uncounted).toBe(0)
  },
)

/** Uses up a reserved day, and returns how many requests a store that was slow for seconds did not count. */
async function reservedQuota(
  place: string,
  store: string,
  operator: WholeSpaceData,
  atOnce: number,
): Promise<number> {
  const servers = await fleet(4, place)
  const ask = client(50)
  const { key, record } = await persistently(() => operator.keys.issue({ tier: 'hobby', label: 'reserved' }))
  const tally = { admitted: 0, uncounted: 0, refused: 0, unanswered: 0 }
  let beforeRefusal = Number.NaN
  const askOf = async (url: string) => {
    const { status, headers } = await ask(`${url}${KEYED}`, { headers: { 'x-api-key': key } })
    if (status === 200 && headers['ratelimit']) tally.admitted += 1
    else if (status === 200 || status === 503) tally.uncounted += 1
    else if (status === 429 && tally.refused++ === 0) beforeRefusal = tally.admitted
    else if (status === 0) tally.unanswered += 1
    expect([0, 200, 429, 503]).toContain(status)
  }
  await repeat(6_000, atOnce, (i) => askOf(servers[i % 4]!.url))
  await servers[3]!.kill('SIGKILL')
  await repeat(6_000, atOnce, (i) => askOf(servers[i % 3]!.url))
  // The last tokens that the others hold come back once they are idle.
  const usage = async () => (await persistently(() => operator.keys.usage(record.account)))!
  const isAllUsed = async () => {
    await repeat(200, 10, () => askOf(servers[0]!.url))
    const isAdmitted = tally.admitted + tally.uncounted + tally.unanswered >= 10_000 - 10_000 / 64
    return isAdmitted && (await usage()).requestsToday === 10_000
  }
  await vi.waitUntil(isAllUsed, { timeout: 4 * PATIENCE_MS, interval: 500 })
  const { requestsToday } = await usage()
  console.log(
    `FIGURE reserved quota, 4 processes, ${store}: ${tally.admitted} of 10,000 admitted, ${beforeRefusal} before the first 429, ${10_000 - tally.admitted} lost with the killed one, ${tally.uncounted} uncounted`,
  )
  expect(requestsToday).toBe(10_000)
  expect(tally.admitted).toBeLessThanOrEqual(10_000)
  expect(tally.admitted + tally.uncounted + tally.unanswered).toBeGreaterThanOrEqual(10_000 - 10_000 / 64)
  expect(beforeRefusal).toBeGreaterThanOrEqual(10_000 - 4 * (10_000 / 64) - atOnce - tally.uncounted)
  return tally.uncounted
}

onSharedStores(`${ISSUES} keys asked for at once from one network, 4 processes`, async (place, store) => {
  const servers = await fleet(4, place)
  const ask = client(200)
  const answers = new Map<string, number>()
  await repeat(ISSUES, 200, async (i) => {
    const { status, body } = await patiently(() => ask(`${servers[i % 4]!.url}/v1/keys`, order))
    const name = status === 200 ? 'key' : `${status} ${(JSON.parse(body) as { error: string }).error}`
    answers.set(name, (answers.get(name) ?? 0) + 1)
  })
  console.log(`FIGURE issuance, 4 processes, ${store}: ${JSON.stringify(Object.fromEntries(answers))}`)
  expect(Object.fromEntries(answers)).toEqual({ key: 1, '429 key_issuance_limited': ISSUES - 1 })
})

onSharedStores('a revoked key stops working in every process, 200 tries', async (place, store) => {
  const servers = await fleet(3, place)
  const operator = createSpaceData({ features: everything, store: await openPlace(place) })
  const ask = client(100)
  const keys = await Promise.all(
    Array.from({ length: 200 }, () =>
      persistently(() => operator.keys.issue({ tier: 'enterprise', label: 'to be revoked' })),
    ),
  )
  const delays: number[] = []
  await Promise.all(
    keys.map(async ({ key, record }, i) => {
      const isGood = async ({ url }: { url: string }) =>
        (await patiently(() => ask(`${url}${KEYED}`, { headers: { 'x-api-key': key } }))).status === 200
      expect(await Promise.all(servers.map(isGood))).toEqual([true, true, true])
      await pause(i * 10)
      await persistently(() => operator.keys.revoke(record.id))
      const revokedAt = performance.now()
      for (const server of servers) {
        while (await isGood(server)) await pause(150)
        delays.push(performance.now() - revokedAt)
      }
    }),
  )
  await operator.close()
  const longest = Math.max(...delays)
  console.log(
    `FIGURE revocation, 3 processes, ${store}: at most ${(longest / 1_000).toFixed(2)} s in 200 tries`,
  )
  expect(delays).toHaveLength(600)
})
