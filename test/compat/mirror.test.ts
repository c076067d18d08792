import { describe, expect, test } from 'vitest'
import { readElementSets } from '../../packages/core/src/features/objects/elements/read-element-sets.ts'
import { centralOn, openMirror } from '../mirror/pair.ts'
import { stoppedClock } from '../support/service.ts'

const GP = '/NORAD/elements/gp.php'

/** A mirror that serves the paths of others, of an instance that does not. */
async function mirrorPair() {
  const clock = stoppedClock()
  const central = await centralOn(clock)
  const mirror = await openMirror(central, clock, { compat: ['celestrak', 'swpc'] })
  return { clock, central, mirror }
}

describe('a mirror', () => {
  test('writes a group from its copy of it', async () => {
    const { central, mirror } = await mirrorPair()
    const { status, text, headers } = await mirror.get(`${GP}?GROUP=stations&FORMAT=csv`)
    expect(status).toBe(200)
    const original = await central.get('/v1/tle/stations?format=csv')
    expect(readElementSets(text)).toEqual(readElementSets(original.text))
    expect(headers.get('x-fetched-at')).toBe(original.headers.get('x-fetched-at'))
    expect(headers.get('x-source')).toBe(original.headers.get('x-source'))
  })

  test('finds objects in its copy of the active satellites, which it asks for once', async () => {
    const { central, mirror } = await mirrorPair()
    expect((await mirror.get(`${GP}?CATNR=25544&FORMAT=tle`)).text).toMatch(/^ISS \(ZARYA\)/)
    expect((await mirror.get(`${GP}?NAME=ISS&FORMAT=json`)).status).toBe(200)
    expect((await mirror.get(`${GP}?CATNR=99998`)).status).toBe(404)
    expect(central.asked.map(({ url }) => new URL(url).pathname)).toEqual(['/v1/tle/active'])
  })

  test('writes files of SWPC from its copies of the series', async () => {
    const { central, mirror } = await mirrorPair()
    // An instance that records has rows of today.
    await central.get('/v1/space-weather/mag')
    const { status, text } = await mirror.get('/products/solar-wind/mag-2-hour.json')
    expect(status).toBe(200)
    expect(JSON.parse(text).length).toBeGreaterThan(60)
    await central.get('/v1/space-weather/flux')
    expect(JSON.parse((await mirror.get('/json/f107_cm_flux.json')).text).length).toBeGreaterThan(20)
  })

  test('writes files of SWPC from its copies of other paths, with the times of those', async () => {
    const { central, mirror } = await mirrorPair()
    const ours = await mirror.get('/products/noaa-scales.json')
    const { data, fetched_at, valid_until } = JSON.parse((await central.get('/v1/space-weather/scales')).text)
    expect(JSON.parse(ours.text)['0'].G.Scale).toBe(data.observed.g_scale.slice(1))
    expect(ours.headers.get('x-fetched-at')).toBe(fetched_at)
    expect(ours.headers.get('x-valid-until')).toBe(valid_until)
    expect((await mirror.get('/text/wwv.txt')).text).toMatch(/^Solar flux \d+ /m)
  })

  test('has open-notify’s people from its copy of the list, with the times of that', async () => {
    const clock = stoppedClock()
    const central = await centralOn(clock)
    const mirror = await openMirror(central, clock, { compat: ['open-notify'] })
    const [ours, theirs] = [await mirror.get('/astros.json'), await central.get('/v1/people')]
    const { data, fetched_at, valid_until } = JSON.parse(theirs.text)
    expect(JSON.parse(ours.text).number).toBe(data.count)
    expect(ours.headers.get('x-fetched-at')).toBe(fetched_at)
    expect(ours.headers.get('x-valid-until')).toBe(valid_until)
  })

  test('computes from its copy of the active satellites what its central instance computes', async () => {
    const clock = stoppedClock()
    const central = await centralOn(clock, { compat: ['open-notify'] })
    const mirror = await openMirror(central, clock, { compat: ['open-notify'] })
    for (const path of ['/iss-now.json', '/iss-pass.json?lat=48.14&lon=11.58']) {
      const [ours, theirs] = [await mirror.get(path), await central.get(path)]
      expect([path, ours.status, ours.text]).toEqual([path, 200, theirs.text])
    }
  })

  test('has no SATCAT, which comes with the runs of the shells', async () => {
    const { mirror } = await mirrorPair()
    for (const path of ['/pub/satcat.csv', '/satcat/records.php?CATNR=25544'])
      expect((await mirror.get(path)).status).toBe(404)
  })
})
