import { createSpaceData } from '@space-data/core'
import { sampleFetch } from '@space-data/sample'
import { degreesLat, degreesLong, eciToGeodetic, gstime, json2satrec, propagate } from 'satellite.js'
import { expect, test } from 'vitest'
import { stoppedClock, testService } from '../support/service.ts'

test('the ISS is where satellite.js has it, as text, at the whole second of the timestamp', async () => {
  const clock = stoppedClock('2026-11-21T12:00:00.750Z')
  const { ask } = await testService({}, clock)
  const [omm] = (await ask('GET', '/NORAD/elements/gp.php?CATNR=25544&FORMAT=json')).json
  for (const minutes of [0, 20, 47]) {
    clock.goTo(Date.parse('2026-11-21T12:00:00.750Z') + minutes * 60_000)
    const { status, json, headers } = await ask('GET', '/iss-now.json')
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    const at = new Date(1_000 * json.timestamp)
    expect(at.getTime()).toBe(clock.now().getTime() - 750)
    const state = propagate(json2satrec(omm), at)
    if (!state) throw new Error('no state')
    const place = eciToGeodetic(state.position, gstime(at))
    expect(Number(json.iss_position.latitude)).toBeCloseTo(degreesLat(place.latitude), 1)
    expect(Number(json.iss_position.longitude)).toBeCloseTo(degreesLong(place.longitude), 1)
    expect(json.iss_position.latitude).toMatch(/^-?\d+\.\d{4}$/)
    expect(json.message).toBe('success')
  }
})

test('it is 404 where the operator does not ask for it, 503 without elements', async () => {
  const clock = stoppedClock()
  const plain = createSpaceData({ fetch: sampleFetch(clock.now), now: clock.now, compat: ['celestrak'] })
  expect((await plain.handle(new Request('http://test/iss-now.json'))).status).toBe(404)
  const failing = await testService({ fetch: async () => new Response('', { status: 500 }) }, clock)
  expect((await failing.ask('GET', '/iss-now.json')).json.error).toBe('upstream_unavailable')
})
