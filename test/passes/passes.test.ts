import { sampleFetch } from '@space-data/sample'
import { describe, expect, test } from 'vitest'
import { centralOn, openMirror } from '../mirror/pair.ts'
import { stoppedClock, testService } from '../support/service.ts'

const MUNICH = 'latitude=48.137&longitude=11.575&altitude_m=520'
const ISS = `/v1/objects/25544/passes?${MUNICH}`

interface Sight {
  readonly at: string
  readonly elevation_deg: number
  readonly range_rate_km_s: number
  readonly doppler_hz?: number
}
interface Pass {
  readonly norad_id: number
  readonly rise: Sight
  readonly highest: Sight
  readonly set: Sight
  readonly visible: readonly { start: Sight; end: Sight; highest_elevation_deg: number }[]
  readonly duration_s: number
  readonly error_s: number
}

describe('the passes of an object', () => {
  test('rise, culminate and set in turn, are high enough, and begin before the end', async () => {
    const { get } = await testService()
    const { json } = await get(`${ISS}&days=5&min_elevation_deg=20`)
    const passes: Pass[] = json.data.passes
    expect(json.data).toMatchObject({
      latitude_deg: 48.14,
      longitude_deg: 11.58,
      altitude_m: 520,
      missing: [],
    })
    expect(passes.length).toBe(json.data.count)
    expect(passes.length).toBeGreaterThan(5)
    let before = ''
    for (const { rise, highest, set, duration_s, error_s } of passes) {
      expect([before, rise.at, highest.at, set.at].sort()).toEqual([before, rise.at, highest.at, set.at])
      expect(Math.abs(rise.elevation_deg)).toBeLessThan(0.05)
      expect(Math.abs(set.elevation_deg)).toBeLessThan(0.05)
      expect(highest.elevation_deg).toBeGreaterThanOrEqual(20)
      expect(duration_s).toBeGreaterThan(120)
      expect(duration_s).toBeLessThan(720)
      expect(error_s).toBeGreaterThan(0)
      expect(error_s).toBeLessThan(10)
      before = set.at
    }
    expect(passes.at(-1)?.rise.at && passes.at(-1)!.rise.at < json.data.to).toBe(true)
  })

  test('are visible while the object is lit and the sky dark, as its positions say', async () => {
    const { get } = await testService()
    const { json } = await get(`${ISS}&days=10&visible=true`)
    const passes: Pass[] = json.data.passes
    expect(passes.length).toBeGreaterThan(0)
    for (const { rise, set, visible } of passes) {
      expect(Math.max(...visible.map((span) => span.highest_elevation_deg))).toBeGreaterThanOrEqual(10)
      for (const { start, end } of visible) {
        expect([rise.at, start.at, end.at, set.at].sort()).toEqual([rise.at, start.at, end.at, set.at])
        // Instants are rounded to the second.
        const [from, to] = [Date.parse(start.at) + 1_000, Date.parse(end.at) - 1_000]
        if (to < from) continue
        const span = `start=${new Date(from).toISOString()}&stop=${new Date(to).toISOString()}&step=10s`
        const track = await get(`/v1/objects/25544/position?${span}&latitude=48.137&longitude=11.575`)
        for (const { sunlit, elevation_deg } of track.json.data.positions) {
          expect(sunlit).toBe(true)
          expect(elevation_deg).toBeGreaterThan(-0.1)
        }
      }
    }
    const all: Pass[] = (await get(`${ISS}&days=10&visible=false`)).json.data.passes
    expect(all.length).toBeGreaterThan(passes.length)
  })

  test('are valid until the first is over, for 10 minutes at most', async () => {
    const { get, clock } = await testService({}, stoppedClock('2026-11-21T12:40:00Z'))
    const path = `/v1/passes?ids=25544,25994,43013,43689,44714,48274,54234&${MUNICH}`
    const first = await get(path)
    const [pass]: Pass[] = first.json.data.passes
    // Within the hour for which elements are held.
    expect(pass?.set.at && pass.set.at < '2026-11-21T13:40').toBe(true)
    expect(first.json.valid_until).toBe('2026-11-21T12:50:00.000Z')
    clock.goTo(Date.parse(pass?.set.at ?? '') - 5_000)
    const during = await get(path)
    expect(during.json.data.passes[0]).toMatchObject({ norad_id: pass?.norad_id, set: { at: pass?.set.at } })
    expect(during.json.valid_until).toBe(pass?.set.at)
    clock.goTo(Date.parse(during.json.valid_until) + 1)
    const after = await get(path)
    expect(after.json.data.passes[0].set.at > during.json.valid_until).toBe(true)
  })

  test('are those from `from` to `to`, or for `days` from then', async () => {
    const { get } = await testService()
    const span = 'from=2026-11-23&to=2026-11-24T06:00Z'
    const { json } = await get(`${ISS}&${span}`)
    const passes: Pass[] = json.data.passes
    expect(json.data).toMatchObject({
      from: '2026-11-23T00:00:00.000Z',
      to: '2026-11-24T06:00:00.000Z',
      as_of: '2026-11-21T12:00:00.000Z',
    })
    const whole: Pass[] = (await get(`${ISS}&days=5`)).json.data.passes
    const isWithin = ({ rise, set }: Pass) => set.at > json.data.from && rise.at < json.data.to
    // What else they say depends on the steps of the search, to the last digit.
    const riseOf = ({ rise }: Pass) => rise.at
    expect(passes.map(riseOf)).toEqual(whole.filter(isWithin).map(riseOf))
    expect(passes.length).toBeGreaterThan(2)
    const days = (await get(`${ISS}&from=2026-11-23&days=1`)).json.data
    expect(days.to).toBe('2026-11-24T00:00:00.000Z')
    expect((await get(`${ISS}&from=2026-11-22`)).json.data.to).toBe('2026-11-25T00:00:00.000Z')
    expect((await get(`${ISS}&to=2026-11-23`)).json.data.from).toBe('2026-11-21T12:00:00.000Z')
    // What has passed is listed, and does not end the validity.
    const past = (await get(`${ISS}&from=2026-11-20&to=2026-11-21`)).json
    expect(past.data.count).toBeGreaterThan(2)
    expect(past.valid_until).toBe('2026-11-21T12:10:00.000Z')
  })

  test('have the Doppler shift of a frequency: positive on approach', async () => {
    const { get, ask } = await testService()
    // At this frequency, 1 m/s is 1 Hz.
    const shifted: Pass[] = (await get(`${ISS}&frequency_mhz=299.792458`)).json.data.passes
    const plain: Pass[] = (await get(ISS)).json.data.passes
    for (const { rise, set } of shifted) {
      expect(rise.doppler_hz).toBeGreaterThan(3_000)
      expect(set.doppler_hz).toBeLessThan(-3_000)
    }
    expect(shifted.length).toBeGreaterThan(2)
    for (const [i, { rise, highest, set }] of shifted.entries()) {
      for (const { doppler_hz = 0, range_rate_km_s } of [rise, highest, set])
        expect(doppler_hz + range_rate_km_s * 1_000).toBeCloseTo(0, 6)
      expect(plain[i]?.rise).not.toHaveProperty('doppler_hz')
    }
    const { text } = await ask('GET', `/v1/passes.ics?ids=25544&${MUNICH}&frequency_mhz=299.792458`)
    const unfolded = text.replaceAll('\r\n ', '').replaceAll('\\', '')
    expect(unfolded).toContain(`Doppler +${shifted[0]?.rise.doppler_hz} Hz`)
  })

  test('places within 0.01° are one', async () => {
    const { get } = await testService()
    const one = await get('/v1/objects/25544/passes?latitude=48.1371&longitude=11.5754')
    const other = await get('/v1/objects/25544/passes?latitude=48.1399&longitude=11.5799')
    expect(other.headers.get('etag')).toBe(one.headers.get('etag'))
    expect(other.headers.get('cache-status')).toContain('hit')
  })

  test('without elements are 404', async () => {
    const { get } = await testService()
    const { status, json } = await get(`/v1/objects/999999998/passes?${MUNICH}`)
    expect([status, json.error]).toEqual([404, 'object_not_found'])
  })
})

describe('the passes of several objects', () => {
  test('are in one list, and the limit keeps the first', async () => {
    const { get } = await testService()
    const path = `/v1/passes?ids=25544,20580,48274,999999998&${MUNICH}`
    const { json } = await get(path)
    const passes: Pass[] = json.data.passes
    expect(json.data.missing).toEqual([999_999_998])
    expect(new Set(passes.map(({ norad_id }) => norad_id))).toEqual(new Set([25_544, 48_274]))
    expect(passes.map(({ rise }) => rise.at)).toEqual(passes.map(({ rise }) => rise.at).sort())
    const limited = (await get(`${path}&limit=3`)).json.data
    expect(limited.passes).toEqual(passes.slice(0, 3))
    // What the limit leaves out has passes.
    expect(limited.without_passes).toEqual(json.data.without_passes)
  })

  test('say why an object has none: too low, or not visible', async () => {
    const { get } = await testService()
    const { json } = await get(`/v1/passes?ids=20580,25544&${MUNICH}`)
    const [hubble, ...others] = json.data.without_passes
    expect(others).toEqual([])
    expect(hubble).toMatchObject({ norad_id: 20_580, reason: 'too_low' })
    expect(hubble.highest_elevation_deg).toBeGreaterThan(0)
    expect(hubble.highest_elevation_deg).toBeLessThan(10)
    const noon = 'from=2026-11-22T09:00Z&to=2026-11-22T13:00Z&visible=true&min_elevation_deg=0'
    const { without_passes, count } = (await get(`/v1/passes?ids=25544&${MUNICH}&${noon}`)).json.data
    expect([count, without_passes]).toMatchObject([0, [{ norad_id: 25_544, reason: 'not_visible' }]])
  })

  test('of one that SGP4 has lost are missing, not none', async () => {
    const clock = stoppedClock()
    const sample = sampleFetch(clock.now)
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const response = await sample(input, init)
      if (!String(input).includes('GROUP=active')) return response
      // The mean motion of an orbit below the ground.
      return new Response((await response.text()).replace(/^(ISS [^,]*,[^,]*,[^,]*,)[^,]*/m, '$117.4'))
    }
    const { get } = await testService({ fetch }, clock)
    const { json } = await get(`/v1/passes?ids=25544,48274&${MUNICH}`)
    expect(json.data.missing).toEqual([25_544])
    expect(json.data.count).toBeGreaterThan(0)
    expect((await get(ISS)).json.error).toBe('object_not_found')
    expect((await get('/v1/objects/25544/position')).json.error).toBe('object_not_found')
  })

  test.each([
    '',
    `ids=25544`,
    `ids=25544&latitude=48`,
    `ids=25544&${MUNICH}&days=11`,
    `ids=25544&${MUNICH}&days=0`,
    `ids=25544&${MUNICH}&to=2026-11-23&days=2`,
    `ids=25544&${MUNICH}&from=2026-11-23&to=2026-11-23`,
    `ids=25544&${MUNICH}&to=2026-11-21`,
    `ids=25544&${MUNICH}&from=2026-11-22&to=2026-12-02T00:00:01Z`,
    `ids=25544&${MUNICH}&from=2026-12-22`,
    `ids=25544&${MUNICH}&from=2026-10-22`,
    `ids=25544&${MUNICH}&from=tomorrow`,
    `ids=25544&${MUNICH}&min_elevation_deg=90`,
    `ids=25544&${MUNICH}&visible=yes`,
    `ids=25544&${MUNICH}&frequency_mhz=0.5`,
    `ids=25544&${MUNICH}&frequency_mhz=1e3`,
    `ids=${Array.from({ length: 21 }, (_, i) => i + 1).join(',')}&${MUNICH}`,
  ])('of %j are 400', async (query) => {
    const { get } = await testService()
    for (const path of ['/v1/passes', '/v1/passes.ics']) {
      const { status, json } = await get(`${path}?${query}`)
      expect([status, json.error]).toEqual([400, 'invalid_parameter'])
    }
  })

  test('as a calendar have an event each, need no key, and keep their ids while elements change', async () => {
    const { get, ask, clock } = await testService()
    const path = `ids=25544&${MUNICH}&days=2`
    const { json } = await get(`/v1/passes?${path}`)
    const { text, status, headers } = await ask('GET', `/v1/passes.ics?${path}`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toContain('text/calendar')
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(json.data.count)
    const idsOf = (calendar: string) => calendar.match(/UID:.*/g) ?? []
    clock.advance(3_600_000)
    const later = await ask('GET', `/v1/passes.ics?${path}`)
    expect(idsOf(text)).toEqual(expect.arrayContaining(idsOf(later.text).slice(0, 2)))
  })

  test('as a calendar have how high they are while they are visible', async () => {
    const { get, ask } = await testService()
    const { json } = await get(`/v1/passes?ids=25544,48274&${MUNICH}&days=10&min_elevation_deg=0`)
    const passes: Pass[] = json.data.passes
    const { text } = await ask('GET', `/v1/passes.ics?ids=25544,48274&${MUNICH}&days=10&min_elevation_deg=0`)
    const heights = (text.match(/SUMMARY:.*/g) ?? []).map((line) => Number(/ (\d+)°/.exec(line)?.[1]))
    const expected = passes.map(({ highest, visible }) =>
      visible.length === 0
        ? Math.round(highest.elevation_deg)
        : Math.round(Math.max(...visible.map(({ highest_elevation_deg }) => highest_elevation_deg))),
    )
    for (const [i, height] of heights.entries()) expect(Math.abs(height - (expected[i] ?? 0))).toBeLessThan(2)
    const inShadow = passes.filter(({ highest, visible }, i) => {
      return visible.length > 0 && highest.elevation_deg > (expected[i] ?? 0) + 5
    })
    expect(inShadow.length).toBeGreaterThan(0)
  })

  test('on a mirror are those of the central instance', async () => {
    const clock = stoppedClock()
    const central = await centralOn(clock)
    const mirror = await openMirror(central, clock)
    for (const path of [ISS, `/v1/passes?ids=25544,48274&${MUNICH}`, `/v1/passes.ics?ids=25544&${MUNICH}`])
      expect((await mirror.get(path)).text).toBe((await central.get(path)).text)
  })

  test('that are not held are refused in the words of the central instance', async () => {
    const clock = stoppedClock()
    const central = await centralOn(clock)
    const mirror = await openMirror(central, clock)
    const path = `/v1/objects/999999998/passes?${MUNICH}`
    const messageOf = ({ text }: { readonly text: string }) => JSON.parse(text).message
    const refused = await mirror.get(path)
    expect([refused.status, messageOf(refused)]).toEqual([404, messageOf(await central.get(path))])
    expect(messageOf(refused)).toContain('are cached for an hour after')
  })
})
