import { describe, expect, test } from 'vitest'
import { catalogue } from '../../packages/core/src/features/alerts/detectors/catalogue.ts'
import type { Comparison } from '../../packages/core/src/features/alerts/detectors/listed-objects.ts'
import { shellDensities } from '../../packages/core/src/features/alerts/detectors/shell-densities.ts'
import {
  type WatchedObject,
  watchedObjects,
} from '../../packages/core/src/features/alerts/detectors/watched-objects.ts'
import { day, hour, line, running } from './support.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const iso = (at: number) => new Date(at).toISOString()

describe('watched objects', () => {
  const object = (epoch: string, changes: Partial<WatchedObject> = {}): WatchedObject => ({
    norad_id: 25544,
    name: 'ISS (ZARYA)',
    epoch,
    mean_motion_rev_per_day: 15.5,
    eccentricity: 0.0007,
    inclination_deg: 51.6,
    apogee_km: 423,
    perigee_km: 413,
    decay_date: null,
    source: 'CelesTrak',
    fetched_at: iso(NOW),
    ...changes,
  })
  const start = () => {
    const detector = running(watchedObjects(0))
    const observe = (read: WatchedObject | null | undefined, now = NOW, decayDate: string | null = null) => {
      const objects = new Map(read === undefined ? [] : [[25544, read]])
      return detector.observe({ watched: new Set([25544]), objects, decayDateOf: () => decayDate }, now)
    }
    return { detector, observe }
  }

  test('the first elements are taken as they are; newer ones are told once, older ones never', () => {
    const { observe } = start()
    expect(observe(object('2026-11-20T01:00:00.000001Z'))).toEqual([])
    const [alert] = observe(object('2026-11-20T09:00:00.000001Z'))
    expect(alert).toMatchObject({
      type: 'object.elements_updated',
      subject: '25544',
      audience: 'watchers',
      data: { previous_epoch: '2026-11-20T01:00:00.000001Z', url: '/v1/objects/25544' },
    })
    expect(observe(object('2026-11-20T09:00:00.000001Z'))).toEqual([])
    expect(observe(object('2026-11-20T02:00:00.000001Z'))).toEqual([])
  })

  test('a decay date is told once', () => {
    const { observe } = start()
    observe(object('2026-11-20T01:00:00Z'))
    const decayed = object('2026-11-20T02:00:00Z', { decay_date: '2026-11-19' })
    expect(observe(decayed).map(({ data }) => [data['reason'], data['decay_date']])).toEqual([
      ['decay_date', '2026-11-19'],
    ])
    expect(observe(decayed)).toEqual([])
  })

  test('an object that is 404 for an hour is missing, one that is 404 once is not', () => {
    const { observe } = start()
    observe(object('2026-11-20T01:00:00Z'))
    expect(observe(null, NOW)).toEqual([])
    expect(observe(null, NOW + hour - 1)).toEqual([])
    expect(observe(object('2026-11-20T01:00:00Z'), NOW + hour)).toEqual([])
    expect(observe(null, NOW + 2 * hour)).toEqual([])
    const [alert, ...others] = observe(null, NOW + 3 * hour)
    expect(others).toEqual([])
    expect(alert).toMatchObject({
      type: 'object.missing',
      subject: '25544',
      audience: 'watchers',
      data: {
        name: 'ISS (ZARYA)',
        last_perigee_km: 413,
        last_apogee_km: 423,
        missing_since: iso(NOW + 2 * hour),
        observed_at: iso(NOW + 3 * hour),
      },
    })
    expect(observe(null, NOW + 4 * hour)).toEqual([])
  })

  test.each([
    ['a circular orbit at the limit', 200, 400, 'object.decayed'],
    ['a perigee just above it', 200.1, 300, 'object.missing'],
    ['an elongated orbit with as low a perigee', 180, 35_600, 'object.missing'],
    ['an orbit to half of the Moon', 57_000, 200_000, 'object.missing'],
  ])('after %s an object without elements is told as it is', (_, perigee_km, apogee_km, type) => {
    const { observe } = start()
    observe(object('2026-11-20T01:00:00Z', { perigee_km, apogee_km }))
    observe(null, NOW)
    const [alert] = observe(null, NOW + hour)
    expect(alert?.type).toBe(type)
    if (type === 'object.decayed')
      expect(alert?.data).toMatchObject({ reason: 'not_found', decay_date: null })
    expect(observe(null, NOW + 2 * hour)).toEqual([])
  })

  test('a date of decay is told of a missing object as soon as SATCAT has it, once', () => {
    const { observe } = start()
    observe(object('2026-11-20T01:00:00Z'))
    observe(null, NOW)
    expect(observe(null, NOW + hour).map(({ type }) => type)).toEqual(['object.missing'])
    const [alert] = observe(null, NOW + 30 * hour, '2026-11-20')
    expect(alert).toMatchObject({
      type: 'object.decayed',
      data: { reason: 'decay_date', decay_date: '2026-11-20', last_epoch: '2026-11-20T01:00:00Z' },
    })
    expect(observe(null, NOW + 31 * hour, '2026-11-20')).toEqual([])
  })

  test('one that comes back is told again the next time', () => {
    const { observe } = start()
    observe(object('2026-11-20T01:00:00Z'))
    observe(null, NOW)
    expect(observe(null, NOW + hour)).toHaveLength(1)
    expect(observe(object('2026-11-20T02:00:00Z'), NOW + 2 * hour).map(({ type }) => type)).toEqual([
      'object.elements_updated',
    ])
    observe(null, NOW + 3 * hour)
    expect(observe(null, NOW + 4 * hour).map(({ type }) => type)).toEqual(['object.missing'])
  })

  test('one that was never found, cannot be read, or had decayed before, is no news', () => {
    const { observe } = start()
    expect(observe(null, NOW)).toEqual([])
    expect(observe(null, NOW + day)).toEqual([])
    expect(observe(undefined, NOW + day)).toEqual([])
    expect(observe(object('2026-11-20T01:00:00Z', { decay_date: '2026-11-19' }), NOW + day)).toEqual([])
  })

  test('one that nobody watches any more is forgotten', () => {
    const { detector, observe } = start()
    observe(object('2026-11-20T01:00:00Z'))
    detector.observe({ watched: new Set(), objects: new Map(), decayDateOf: () => null }, NOW)
    expect(detector.state).toEqual({})
  })
})

describe('the catalogue', () => {
  type Added = Comparison['added'][number]
  const piece = (norad_id: number, designator: string, changes: Partial<Added> = {}): Added => ({
    norad_id,
    name: 'COSMOS 1408 DEB',
    international_designator: designator,
    object_type: 'debris',
    perigee_km: 400,
    apogee_km: 900,
    inclination_deg: 82,
    reason: 'new',
    ...changes,
  })
  const pieces = (count: number, launch: string, from = 100_000) =>
    Array.from({ length: count }, (_, i) => piece(from + i, `${launch}${String.fromCharCode(65 + (i % 24))}`))
  const night = (
    n: number,
    added: readonly Added[] = [],
    removed: Comparison['removed'] = [],
  ): Comparison => ({
    computed_at: iso(NOW + n * day),
    previous_computed_at: iso(NOW + (n - 1) * day),
    added_count: added.length,
    removed_count: removed.length,
    added,
    removed,
    source: 'CelesTrak',
  })
  const start = () => {
    const detector = running(catalogue)
    expect(detector.observe(night(0, pieces(3, '2026-080')))).toEqual([])
    return detector
  }
  const types = (alerts: readonly { type: string }[]) => alerts.map(({ type }) => type)

  test('each comparison is told once, and nothing of an empty one', () => {
    const detector = start()
    expect(detector.observe(night(1))).toEqual([])
    const [gone] = pieces(1, '1999-025')
    const both = night(2, pieces(2, '1999-025'), gone ? [{ ...gone, reason: 'decayed' }] : [])
    const alerts = detector.observe(both)
    expect(types(alerts)).toEqual(['catalogue.objects_added', 'catalogue.objects_removed'])
    expect(alerts[0]?.data).toMatchObject({ added_count: 2, new_count: 2, truncated: false })
    expect(alerts[1]?.data).toMatchObject({ removed_count: 1, decayed_count: 1, truncated: false })
    expect(detector.observe(both)).toEqual([])
    expect(detector.observe(night(1, pieces(5, '1999-025')))).toEqual([])
  })

  test('5,000 added objects with long names fit into 20 kB, and so do those of a cluster', () => {
    const name = 'Спутник-наблюдатель с очень длинным именем '.repeat(3)
    const many = pieces(5_000, '1982-092').map((each) => ({ ...each, name }))
    const alerts = start().observe(night(1, many))
    expect(types(alerts)).toEqual(['catalogue.objects_added', 'catalogue.debris_cluster_added'])
    for (const { data } of alerts) expect(data).toMatchObject({ truncated: true })
    const short = start().observe(night(1, pieces(5_000, '1982-092')))
    expect(short.map(({ data }) => (data['objects'] as unknown[]).length)).toEqual([100, 100])
  })

  test.each([
    ['9 pieces', pieces(9, '1982-092'), 0],
    ['10 pieces', pieces(10, '1982-092'), 1],
    [
      '10 pieces that are back',
      pieces(10, '1982-092').map((each) => ({ ...each, reason: 'back' as const })),
      0,
    ],
    ['10 payloads', pieces(10, '1982-092').map((each) => ({ ...each, object_type: 'payload' as const })), 0],
    [
      '10 pieces without a designator',
      pieces(10, '').map((each) => ({ ...each, international_designator: null })),
      0,
    ],
    ['5 pieces each of two launches', [...pieces(5, '1982-092'), ...pieces(5, '1999-025', 200_000)], 0],
    ['10 pieces of a launch of this year', pieces(10, '2026-079'), 0],
  ])('%s of debris', (_, added, count) => {
    const clusters = start()
      .observe(night(1, added))
      .filter(({ type }) => type === 'catalogue.debris_cluster_added')
    expect(clusters).toHaveLength(count)
  })

  test('of twenty clusters in one night the ten largest are told', () => {
    const launches = Array.from({ length: 20 }, (_, i) => `19${70 + i}-001`)
    const added = launches.flatMap((launch, i) => pieces(10 + i, launch, 100_000 + 100 * i))
    const told = start()
      .observe(night(1, added))
      .filter(({ type }) => type === 'catalogue.debris_cluster_added')
    expect(told.map(({ subject }) => subject)).toEqual(launches.slice(10).reverse())
  })

  test('a launch of this year is old 30 days after a later one was catalogued', () => {
    const clusters = (nights: number, launch: string) => {
      const detector = start()
      for (let n = 1; n < nights; n += 1) detector.observe(night(n))
      return types(detector.observe(night(nights, pieces(12, launch))))
    }
    expect(clusters(29, '2026-080')).toEqual(['catalogue.objects_added'])
    expect(clusters(30, '2026-080')).toEqual(['catalogue.objects_added', 'catalogue.debris_cluster_added'])
    expect(clusters(30, '2026-081')).toEqual(['catalogue.objects_added'])
  })

  test('a break-up whose pieces are catalogued over weeks is told once a week', () => {
    const detector = start()
    const told = Array.from({ length: 16 }, (_, n) =>
      types(detector.observe(night(n + 1, pieces(20, '1982-092', 100_000 + 100 * n)))).includes(
        'catalogue.debris_cluster_added',
      )
        ? n + 1
        : 0,
    )
    expect(told.filter(Boolean)).toEqual([1])
    expect(detector.state.clusters.background['1982-092']).toBeGreaterThan(5)
    const again = detector.observe(night(17, pieces(80, '1982-092', 200_000)))
    expect(types(again)).toContain('catalogue.debris_cluster_added')
    expect(types(detector.observe(night(18, pieces(99, '1982-092', 210_000))))).not.toContain(
      'catalogue.debris_cluster_added',
    )
  })
})

describe('densities of shells', () => {
  const run = (n: number, objects: readonly number[]) => ({
    computed_at: iso(NOW + n * day),
    source: 'CelesTrak',
    shells: objects.map((objects_total, i) => ({
      altitude_min_km: 500 + 10 * i,
      altitude_max_km: 510 + 10 * i,
      objects_total,
      mean_density_per_km3: 1e-8,
    })),
  })
  const start = (objects: number, runs = 30) => {
    const detector = running(shellDensities)
    for (let n = 0; n < runs; n += 1) expect(detector.observe(run(n, [objects]))).toEqual([])
    return detector
  }

  test.each([
    [100, 119.9, 0],
    [100, 120, 1],
    [100, 80.1, 0],
    [100, 80, 1],
    [20, 24.9, 0],
    [20, 25, 1],
    [0, 4.9, 0],
    [0, 5, 1],
  ])('a shell of %d objects on the mean that has %d', (mean, now, count) => {
    const alerts = start(mean).observe(run(30, [now]))
    expect(alerts).toHaveLength(count)
    if (count > 0) expect(alerts[0]).toMatchObject({ subject: '500', data: { mean_objects_total: mean } })
  })

  test('a change that stays is told once, and again after it has settled', () => {
    const detector = start(100)
    const told = (n: number, objects: number) => detector.observe(run(n, [objects])).length
    expect([30, 31, 32, 33].map((n) => told(n, 150))).toEqual([1, 0, 0, 0])
    for (let n = 34; n < 80; n += 1) expect(told(n, 150)).toBe(0)
    expect(told(80, 190)).toBe(1)
  })

  test('a number around the limit is one change', () => {
    const detector = start(100)
    const told = [130, 118, 130, 119, 131].map(
      (objects, i) => detector.observe(run(30 + i, [objects])).length,
    )
    expect(told).toEqual([1, 0, 0, 0, 0])
  })

  test('a run counts once', () => {
    const detector = start(100)
    expect(detector.observe(run(30, [150]))).toHaveLength(1)
    const { state } = detector
    expect(detector.observe(run(30, [150]))).toEqual([])
    expect(detector.state).toEqual(state)
    expect(detector.observe(run(29, [300]))).toEqual([])
  })

  test('of all shells at once the fifty with the greatest changes are told', () => {
    const detector = running(shellDensities)
    detector.observe(run(0, Array<number>(186).fill(100)))
    const alerts = detector.observe(
      run(
        1,
        Array.from({ length: 186 }, (_, i) => 130 + i),
      ),
    )
    expect(alerts).toHaveLength(50)
    expect(alerts[0]?.subject).toBe(String(500 + 1_850))
    expect(JSON.stringify(detector.state).length).toBeLessThan(50_000)
    expect(line(alerts[0] ?? alerts[1]!)).toBe('shell.density_changed 11-21T12:00')
  })
})
