import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { createSpaceData, type SpaceDataOptions } from '@space-data/core'
import type { Endpoint } from '@space-data/core/endpoint'
import { everything } from '@space-data/core/features'
import { onTestFinished } from 'vitest'
import { radioFlux } from '../../examples/own-endpoint/radio-flux.js'
import { stoppedClock } from './service.ts'

export { radioFlux }

/** A body of the feed in the example: two days, the newest first. */
export const fluxBody = JSON.stringify([
  { time_tag: '2026-11-21T17:00:00', reporting_schedule: 'Morning', flux: 141 },
  { time_tag: '2026-11-20T22:00:00', reporting_schedule: 'Afternoon', flux: 139 },
  { time_tag: '2026-11-20T20:00:00', reporting_schedule: 'Noon', flux: 140, ninety_day_mean: 151 },
  { time_tag: '2026-11-19T20:00:00', reporting_schedule: 'Noon', flux: 137, ninety_day_mean: 150 },
])

/** An instance with own endpoints, whose only upstream is made up. */
export async function ownService<const Own extends readonly Endpoint[]>(
  endpoints: Own,
  options: SpaceDataOptions = {},
) {
  const clock = stoppedClock()
  const asked: string[] = []
  const upstream = { respond: () => new Response(fluxBody) }
  const spaceData = createSpaceData({
    features: everything,
    now: clock.now,
    onError() {},
    ...options,
    fetch: async (input) => {
      asked.push(String(input))
      return upstream.respond()
    },
    endpoints,
  })
  const { key, record } = await spaceData.keys.issue({ tier: 'hobby', label: 'own' })
  const get = (path: string, headers: Record<string, string> = { 'x-api-key': key }) =>
    spaceData.handle(new Request(`http://space-data.test${path}`, { headers }), { ip: '192.0.2.1' })
  return { spaceData, clock, asked, upstream, key, account: record.account, get }
}

/** A stand-in for SWPC on loopback that answers after 50 ms with measurements of yesterday. */
export async function startSwpc(): Promise<{ readonly url: string; readonly asked: string[] }> {
  const asked: string[] = []
  const server = createServer(async ({ url = '' }, response) => {
    asked.push(url)
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    await pause(50)
    response.end(fluxBody.replaceAll(/2026-11-\d\d/g, yesterday))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}
