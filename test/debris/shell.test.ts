import { createSpaceData, InvalidOptionError, memory } from '@space-data/core'
import type { ElementSet, ShellRun } from '@space-data/core/debris'
import { formatSatcat, sampleFetch, syntheticCatalogue } from '@space-data/sample'
import { describe, expect, test } from 'vitest'
import { isServable } from '../../packages/core/src/features/debris/shells/shell-validity.ts'
import { openStore } from '../../packages/core/src/kernel/storage/store.ts'
import { faultyBackend } from '../support/faulty-backend.ts'
import { stoppedClock, testService } from '../support/service.ts'
import { elementSet, elementSets } from './night/element-sets.ts'
import { catalogueOf, quickPool } from './night/support.ts'

const HOUR = 3_600_000
const NIGHT = '2026-11-21T03:17:00Z'

async function service(
  store = memory(),
  clock = stoppedClock(NIGHT),
  staleIfErrorMs = 0,
  fetch?: typeof globalThis.fetch,
) {
  const made = await testService({ store, staleIfErrorMs, ...(fetch && { fetch }) }, clock)
  const propagate = (elementSets: readonly ElementSet[]) => {
    const catalogue = { elementSets, source: 'test catalogue', fetchedAt: clock.now().getTime() }
    return made.spaceData.jobs.shells.run({ catalogue, pool: () => quickPool() })
  }
  const run = (count: number, first = 150) =>
    propagate([...catalogueOf(count, first, clock.now().getTime()).elementSets])
  return { ...made, propagate, run, store }
}

describe('density', () => {
  test('density has all fields, and its bins add up to the shell', async () => {
    const { get, run } = await service()
    await run(1_860)
    const { status, json, headers, text } = await get('/shell/density/785')
    expect(status).toBe(200)
    const { bins, ...data } = json.data
    expect(data).toMatchObject({
      altitude_km: 785,
      altitude_min_km: 780,
      altitude_max_km: 790,
      computed_at: '2026-11-21T03:17:00.000Z',
      catalogue_epoch: '2026-11-21T00:00:00.000Z',
      catalogue_objects: 1_860,
      objects_total: 10,
      altitude_reference: 'geocentric',
      latitude_step_deg: 10,
      longitude_step_deg: 10,
      source: 'test catalogue',
    })
    const objects = bins.reduce((sum: number, bin: { objects: number }) => sum + bin.objects, 0)
    expect(objects).toBeCloseTo(data.objects_total, 6)
    expect(bins).toHaveLength(648)
    expect(data.mean_density_per_km3 * data.volume_km3).toBeCloseTo(10, 3)
    const types = Object.values<number>(data.by_type)
    expect(types.reduce((sum, of) => sum + of, 0)).toBeCloseTo(10, 6)
    expect(headers.get('cache-control')).toBe('private, max-age=86400')
    expect(text.length).toBeLessThan(80_000)
  })

  test('the profile by latitude has one bin per band, with the objects and volume of its bins', async () => {
    const { run, get } = await service()
    await run(1_860)
    const { data } = (await get('/shell/density/785')).json
    const profile = (await get('/shell/density/785?profile=latitude')).json.data
    expect({ ...profile, bins: [], longitude_step_deg: 10 }).toEqual({ ...data, bins: [] })
    expect([profile.bins.length, profile.longitude_step_deg]).toEqual([18, 360])
    for (const [row, band] of profile.bins.entries()) {
      const bins: Record<string, number>[] = data.bins.slice(row * 36, (row + 1) * 36)
      const sumOf = (name: string) => bins.reduce((sum, bin) => sum + (bin[name] ?? Number.NaN), 0)
      expect(band).toMatchObject({ latitude_deg: bins[0]?.['latitude_deg'], longitude_deg: 0 })
      expect(band.objects).toBeCloseTo(sumOf('objects'), 4)
      expect(band.density_per_km3 * 1e9).toBeCloseTo((sumOf('density_per_km3') / 36) * 1e9, 3)
    }
    expect(profile.bins.some(({ objects }: { objects: number }) => objects > 0)).toBe(true)
    expect((await get('/shell/density/785?profile=longitude')).status).toBe(400)
  })

  test('of all shells has what each shell has, to the last digit', { timeout: 60_000 }, async () => {
    const { get, spaceData } = await service()
    await spaceData.jobs.shells.run({ pull: { paceMs: 0 } })
    const { json, text } = await get('/shell/profile')
    const { shells, ...run } = json.data
    expect(shells).toHaveLength(186)
    let objects = 0
    for (const shell of shells) {
      const density = (await get(`/shell/density/${shell.altitude_min_km}`)).json
      expect({ ...density, data: { ...density.data, ...run, ...shell } }).toEqual(density)
      objects += shell.objects_total
    }
    expect(objects).toBeGreaterThan(100)
    expect(text.length).toBeLessThan(60_000)
    expect({ ...json, data: null }).toEqual({ ...(await get('/shell/density/400')).json, data: null })
  })

  test('the second response is identical and comes from memory', async () => {
    const { get, run } = await service()
    await run(500)
    const first = await get('/shell/density/400')
    const second = await get('/shell/density/400')
    expect(first.headers.get('cache-status')).toContain('fwd=miss')
    expect(second.headers.get('cache-status')).toMatch(/^space-data; hit; ttl=86400$/)
    expect(second.text).toBe(first.text)
  })

  test('a configured altitude range applies to the run, to OpenAPI and to /ref/shells', async () => {
    const altitudes = { minKm: 300, maxKm: 2_500 }
    const spaceData = createSpaceData({ altitudes, now: () => new Date(NIGHT) })
    const catalogue = catalogueOf(3, 2_495, Date.parse(NIGHT))
    await spaceData.jobs.shells.run({ catalogue })
    const ask = (path: string) => spaceData.handleAsOperator(new Request(`http://localhost${path}`))
    expect((await ask('/shell/density/290')).status).toBe(400)
    expect((await ask('/shell/density/2510')).status).toBe(400)
    const { data } = (await (await ask('/shell/density/2500')).json()) as {
      data: { catalogue_objects: number }
    }
    expect(data.catalogue_objects).toBe(3)
    const { data: reference } = (await (await ask('/ref/shells')).json()) as { data: { shells: unknown[] } }
    expect(reference.shells).toHaveLength(221)
    expect(JSON.stringify(await spaceData.openapi())).toContain('Altitude in km, 300 to 2500')
    await spaceData.close()
  })

  test.each([
    [95, 200],
    [105, 200],
    [300, 200],
    [300, 5_010],
    [Number.NaN, 200],
  ])('a range of %d to %d km is refused', (minKm, maxKm) => {
    expect(() => createSpaceData({ altitudes: { minKm, maxKm } })).toThrow(InvalidOptionError)
  })

  test.each([150, 2_000])('the range includes %i km; altitudes outside are 400', async (alt) => {
    const { get, run } = await service()
    await run(100)
    expect((await get(`/shell/density/${alt}`)).status).toBe(200)
    for (const bad of [149, 2_001, 0, '7.5', '1e3', '0150']) {
      expect((await get(`/shell/density/${bad}`)).json.error).toBe('invalid_parameter')
    }
  })
})

describe('diff', () => {
  test('diff is 404 until there are two runs, then lists added and removed objects', async () => {
    const { get, run, clock } = await service()
    await run(100)
    expect((await get('/shell/diff')).json).toEqual({
      error: 'shell_not_populated',
      message:
        'There is no previous run to compare with yet. The next run begins at 2026-11-22T03:17:00Z: retry then.',
    })
    clock.advance(24 * HOUR)
    await run(100, 152)
    const { status, json } = await get('/shell/diff')
    expect(status).toBe(200)
    expect(json.data).toMatchObject({
      computed_at: '2026-11-22T03:17:00.000Z',
      previous_computed_at: '2026-11-21T03:17:00.000Z',
      added_count: 2,
      removed_count: 2,
      truncated: false,
    })
    const ids = (list: { norad_id: number }[]) => list.map(({ norad_id }) => norad_id)
    expect([ids(json.data.removed), ids(json.data.added)]).toEqual([
      [150, 151],
      [250, 251],
    ])
    expect(json.data.net_by_shell).toHaveLength(186)
  })

  test('diff compares catalogues: objects that only become stale are counted, not listed as removed or added', async () => {
    const { get, propagate, clock } = await service()
    const at = () => clock.now().getTime()
    const old = elementSet(7, at() - 29.5 * 24 * HOUR)
    await propagate([...elementSets(100, at(), 150), old])
    clock.advance(24 * HOUR)
    await propagate([...elementSets(100, at(), 150), old])
    expect((await get('/shell/diff')).json.data).toMatchObject({
      added_count: 0,
      removed_count: 0,
      stale_count: 1,
    })
    clock.advance(24 * HOUR)
    await propagate([...elementSets(100, at(), 150), elementSet(7, at())])
    expect((await get('/shell/diff')).json.data).toMatchObject({
      added_count: 0,
      removed_count: 0,
      stale_count: 0,
    })
    clock.advance(24 * HOUR)
    // A stale object that leaves the catalogue is listed as removed.
    await propagate([...elementSets(100, at(), 150), elementSet(700, at() - 31 * 24 * HOUR)])
    const { data } = (await get('/shell/diff')).json
    expect(data.removed).toMatchObject([{ norad_id: 7, name: 'SAT 7', reason: 'gone' }])
    expect(data.added).toMatchObject([{ norad_id: 700, reason: 'new' }])
  })

  test('diff distinguishes returned objects from new ones, however long they were absent', async () => {
    const { get, run, clock } = await service()
    for (const count of [10, 8, 8, 11]) {
      clock.advance(24 * HOUR)
      await run(count, 100)
    }
    const { data } = (await get('/shell/diff')).json
    expect(
      data.added.map(({ norad_id, reason }: { norad_id: number; reason: string }) => [norad_id, reason]),
    ).toEqual([
      [108, 'back'],
      [109, 'back'],
      [110, 'new'],
    ])
  })

  test('an object that was never here, but is numbered below another, is back and not new', async () => {
    const { get, propagate, clock, store } = await service()
    const night = (...ids: number[]) => {
      clock.advance(24 * HOUR)
      const at = clock.now().getTime()
      return propagate(ids.map((id) => elementSet(id, at)))
    }
    const added = async () =>
      (await get('/shell/diff')).json.data.added.map(
        ({ norad_id, reason }: { norad_id: number; reason: string }) => `${norad_id} ${reason}`,
      )
    // Analysts' numbers, 8xxxx and from 270000 on, are no part of the sequence.
    await night(10, 55_985, 81_234, 270_123)
    await night(10, 24_712, 55_985, 55_986, 69_999, 81_235, 100_000, 270_124, 799_500_001)
    expect(await added()).toEqual([
      '24712 back',
      '55986 new',
      '69999 new',
      '81235 back',
      '100000 new',
      '270124 back',
      '799500001 back',
    ])
    // The highest number outlives its object, and the list of those that left.
    await night(10)
    for (const key of await openStore(store).keys('shell:'))
      if (key.endsWith(':left')) await openStore(store).set(key, [])
    await night(10, 99, 100_000, 100_001)
    expect(await added()).toEqual(['99 back', '100000 back', '100001 new'])
  })

  test('diff takes decays and object types from SATCAT', async () => {
    const clock = stoppedClock(NIGHT)
    const sample = sampleFetch(clock.now)
    const satcat = formatSatcat(syntheticCatalogue(3, 0)).split('\r\n')
    const rows = [100, 101, 102].map((id, i) =>
      (satcat[i + 1] ?? '')
        .replace(/^([^,]*,[^,]*,)\d+,[A-Z/]+/, `$1${id},R/B`)
        .replace('UNK,,', id === 101 ? 'UNK,2026-11-21,' : 'UNK,,'),
    )
    const { get, run, spaceData } = await service(memory(), clock, 0, async (input, init) =>
      String(input).endsWith('/pub/satcat.csv')
        ? new Response([satcat[0], ...rows, ''].join('\r\n'))
        : sample(input, init),
    )
    await spaceData.jobs.checks.run({ paceMs: 0 })
    await run(5, 100)
    await run(3, 102)
    const { data } = (await get('/shell/diff')).json
    expect(data.removed).toMatchObject([
      { norad_id: 100, reason: 'gone', object_type: 'rocket_body' },
      { norad_id: 101, reason: 'decayed', object_type: 'rocket_body' },
    ])
  })

  test('lists are cut off at 5,000 objects, which truncated reports', async () => {
    const { get, run } = await service()
    await run(10)
    await run(5_100, 1_000)
    const { data } = (await get('/shell/diff')).json
    expect(data).toMatchObject({ added_count: 5_100, removed_count: 10, truncated: true })
    expect(data.added).toHaveLength(5_000)
  })
})

describe('a new run', () => {
  test('a new run is served at once by its own process, and within a minute by others', async () => {
    const clock = stoppedClock(NIGHT)
    const one = await service(memory(), clock)
    await one.run(100)
    const other = await service(one.store, clock)
    const objects = async ({ get }: typeof one) =>
      (await get('/shell/density/400')).json.data.catalogue_objects
    expect([await objects(one), await objects(other)]).toEqual([100, 100])
    await one.run(200)
    expect(await objects(one)).toBe(200)
    clock.advance(60_000)
    expect(await objects(other)).toBe(200)
  })

  test('a reader whose cached run was deleted finds the current one', async () => {
    const clock = stoppedClock(NIGHT)
    const one = await service(memory(), clock)
    await one.run(100)
    const other = await service(one.store, clock)
    expect((await other.get('/shell/density/400')).status).toBe(200)
    for (const count of [200, 300]) await one.run(count)
    const { status, json } = await other.get('/shell/density/500')
    expect([status, json.data.catalogue_objects]).toEqual([200, 300])
  })

  test('while a new run is due the last one is served as stale, but only for a grace period', async () => {
    const { get, run, clock } = await service()
    await run(100)
    clock.goTo('2026-11-22T03:16:59.999Z')
    expect((await get('/shell/density/400')).headers.get('cache-control')).toBe('no-store')
    for (const [instant, ttl] of [
      ['2026-11-22T03:20:00Z', -180],
      ['2026-11-22T05:16:59Z', -7_199],
    ] as const) {
      clock.goTo(instant)
      const { status, json, headers } = await get('/shell/density/400')
      expect(status).toBe(200)
      expect(json.valid_until).toBe('2026-11-22T03:17:00.000Z')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('cache-status')).toBe(`space-data; hit; ttl=${ttl}`)
    }
    clock.goTo('2026-11-22T05:17:00Z')
    const { status, json, headers } = await get('/shell/density/400')
    expect([status, json.error]).toEqual([503, 'upstream_unavailable'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(30)
    await run(100)
    expect((await get('/shell/density/400')).status).toBe(200)
  })

  test('a run with a partly cached catalogue is served until the next is due, too', () => {
    const began = Date.parse('2026-11-21T03:17:20Z')
    const run = {
      fetchedAt: Date.parse('2026-11-21T01:30:00Z'),
      startedAt: began,
      pulledAt: began,
    } as ShellRun
    const servedAt = (instant: string) => isServable(run, Date.parse(instant), 0)
    expect(servedAt('2026-11-22T01:30:00Z')).toBe(true)
    expect(servedAt('2026-11-22T05:16:59Z')).toBe(true)
    expect(servedAt('2026-11-22T05:17:00Z')).toBe(false)
    const given = { ...run, pulledAt: null }
    expect(isServable(given, Date.parse('2026-11-22T01:30:00Z'), 0)).toBe(false)
  })

  test('staleIfError extends the time a run is served', async () => {
    const { get, run, clock } = await service(memory(), stoppedClock(NIGHT), 24 * HOUR)
    await run(100)
    await get('/shell/density/400')
    clock.goTo('2026-11-22T12:00:00Z')
    // Both from memory and from the store.
    for (const alt of [400, 405, 900]) {
      const { status, headers } = await get(`/shell/density/${alt}`)
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    }
    clock.goTo('2026-11-23T05:17:00Z')
    expect((await get('/shell/density/400')).status).toBe(503)
  })

  test('the status reports whether the last run is still served', async () => {
    const { run, clock, spaceData } = await service()
    expect((await spaceData.jobs.shells.status()).served).toBe(false)
    await run(100)
    const served: boolean[] = []
    const on22nd = ['2026-11-22T03:16:59Z', '2026-11-22T05:16:59Z', '2026-11-22T05:17:00Z']
    for (const instant of [...on22nd, '2026-11-23T03:17:00Z', '2027-11-20T04:00:00Z']) {
      clock.goTo(instant)
      served.push((await spaceData.jobs.shells.status()).served)
    }
    expect(served).toEqual([true, true, false, false, false])
  })

  test('while the store fails, the last known run is served from memory', async () => {
    const faulty = faultyBackend()
    const { get, run, clock } = await service(faulty.backend)
    await run(100)
    expect((await get('/shell/density/400')).status).toBe(200)
    clock.advance(60_000)
    faulty.fault = 'read-only'
    expect((await get('/shell/density/400')).status).toBe(200)
    expect((await get('/shell/density/900')).status).toBe(200)
  })
})
