import { createSpaceData } from '@space-data/core'
import { everything } from '@space-data/core/features'
import { expect, onTestFinished, vi } from 'vitest'
import { awayFromMidnight } from '../support/midnight.ts'
import { radioFlux, startSwpc } from '../support/own-endpoint.ts'
import { client, fleet, LOADS, persistently, repeat } from './fleet.ts'
import { onSharedStores, openPlace } from './stores.ts'

vi.setConfig({ testTimeout: 240_000 })
awayFromMidnight()

const REQUESTS = 300

onSharedStores(`an own endpoint: ${REQUESTS} requests to 2 processes, one upstream call`, async (place) => {
  const upstream = await startSwpc()
  const servers = await fleet(2, place, upstream.url)
  const ask = client(50)
  const operator = createSpaceData({ features: everything, store: await openPlace(place) })
  onTestFinished(() => operator.close())
  let uncounted = Number.NaN
  let wasAway = false
  for (const atOnce of LOADS) {
    const { key, record } = await persistently(() =>
      operator.keys.issue({ tier: 'free', label: `${atOnce} at once` }),
    )
    const left = new Set<string>()
    const wrong = new Set<string>()
    uncounted = 0
    await repeat(REQUESTS, atOnce, async (i) => {
      const reply = await ask(`${servers[i % 2]!.url}${radioFlux.path}`, { headers: { 'x-api-key': key } })
      if (reply.status !== 200 || !reply.body.includes('"flux_sfu":140,')) wrong.add(reply.body)
      const [, remaining] = /r=(\d+)/.exec(reply.headers['ratelimit'] ?? '') ?? []
      if (remaining === undefined) uncounted += 1
      else left.add(remaining)
    })
    wasAway ||= uncounted > 0
    expect([...wrong]).toEqual([])
    expect(left.size + uncounted).toBe(REQUESTS)
    const { requestsToday } = (await persistently(() => operator.keys.usage(record.account)))!
    if (uncounted > 0) continue
    expect(requestsToday).toBe(REQUESTS)
    break
  }
  expect(uncounted).toBe(0)
  // Without the store neither process can see that the other is loading.
  expect(upstream.asked.length).toBeLessThanOrEqual(wasAway ? 2 : 1)
})
