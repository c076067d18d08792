import { expect, test } from 'vitest'
import { receivers, withReceivers } from '../support/receivers.ts'
import { stoppedClock } from '../support/service.ts'
import { centralOn, openMirror } from './pair.ts'

const MINUTE = 60_000

test('a mirror finds a pass that its central instance lists, of its copies of the elements', async () => {
  // The orbit of the sample begins anew now and then.
  const clock = stoppedClock('2026-11-21T22:30:00Z')
  const central = await centralOn(clock)
  const sender = receivers()
  const { spaceData } = await openMirror(central, clock, withReceivers(sender))
  const { key } = await spaceData.keys.issue({ tier: 'pro', label: 'watcher' })
  const send = (path: string, init: RequestInit = {}) =>
    spaceData.handle(
      new Request(`http://mirror.test${path}`, {
        ...init,
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
      }),
    )
  const place = { latitude: 48.14, longitude: 11.58 }
  const watch = { ...place, passes_of: [25_544], min_elevation_deg: 0, only_visible: false }
  const body = { url: 'https://receiver.test/', types: ['pass.*'], parameters: watch }
  expect((await send('/v1/webhooks', { method: 'POST', body: JSON.stringify(body) })).status).toBe(201)

  const asked = 'ids=25544&latitude=48.14&longitude=11.58&days=1&min_elevation_deg=0'
  const { passes } = JSON.parse((await central.get(`/v1/passes?${asked}`)).text).data
  const rise = Date.parse(passes[0].rise.at)

  central.asked.length = 0
  for (clock.goTo(rise - 16 * MINUTE); clock.now().getTime() < rise; clock.advance(4 * MINUTE))
    await spaceData.jobs.alerts.run()
  const sent = sender.received
    .map(({ body }) => JSON.parse(body))
    .filter(({ type }) => type !== 'webhook.ping')
  const told = sent.map(({ data }) => Math.round(Date.parse(data.rise.at) / 1_000))
  expect(told).toHaveLength(1)
  expect(Math.abs((told[0] ?? 0) - rise / 1_000)).toBeLessThanOrEqual(2)
  const copies = central.asked.filter(({ url }) => url.includes('/v1/objects?'))
  expect(new Set(copies.map(({ url }) => new URL(url).search))).toEqual(new Set(['?ids=25544']))
  expect(copies.length).toBeLessThan(5)
})
