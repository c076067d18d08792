import * as v from 'valibot'
import { describe, expect, it, test } from 'vitest'
import { twoDigits } from '../../packages/charts/src/numbers.ts'
import { collisionRates } from '../../packages/core/src/features/debris/density/collision-rate.ts'
import { objectTypeFromName } from '../../packages/core/src/features/objects/elements/element-set.ts'
import { SAMPLES_PER_OBJECT } from '../../packages/core/src/features/objects/orbit/sampling.ts'
import { buildReport } from '../../packages/core/src/features/reports/build-report.ts'
import { dayRanges } from '../../packages/core/src/features/reports/document/summary.ts'
import { withRevision } from '../../packages/core/src/features/reports/kept-reports.ts'
import { daysOf, monthBefore } from '../../packages/core/src/features/reports/month.ts'
import { report as schema } from '../../packages/core/src/features/reports/report.ts'
import type { ReportInput, ReportObject } from '../../packages/core/src/features/reports/report-input.ts'
import { endOfMonth } from '../../packages/core/src/kernel/storage/records/months.ts'
import { capture, describeCaptures } from '../objects/elements/captures.ts'
import { changesOf, listed, madeUpDay, madeUpObject, smallGrid } from '../support/made-up-month.ts'

/** 25 pieces of a fragmentation, numbered on two days of November. */
const pieces = Array.from({ length: 25 }, (_, i) =>
  madeUpObject(70_000 + i, {
    name: 'COSMOS 1408 DEB',
    international_designator: `1982-092${String.fromCharCode(65 + i)}`,
    object_type: 'debris',
    owner: 'CIS',
    launch_date: '1982-09-16',
    perigee_km: 400 + i,
    apogee_km: 700 - i,
  }),
)
const launched = [1, 2, 3].map((i) =>
  madeUpObject(80_000 + i, {
    international_designator: `2026-230${'ABC'[i - 1]}`,
    launch_date: '2026-11-04',
  }),
)
const [lost, decayed, stage] = [
  madeUpObject(1, { name: 'LOST' }),
  madeUpObject(2, { name: 'STARLINK-1' }),
  madeUpObject(3, { name: 'STAGE R/B', object_type: 'rocket_body' }),
]

function november(change: Partial<ReportInput> = {}): ReportInput {
  return {
    month: '2026-11',
    until: '2026-12-01',
    summaries: daysOf('2026-11')
      .filter((day) => day !== '2026-11-17')
      .map((day, i) => madeUpDay(day, (shell) => [10 + shell, 2, shell === 5 ? 4 + i : 4, 1])),
    before: madeUpDay('2026-10-31', (shell) => [9 + shell, 2, shell === 2 ? 5 : 4, 1]),
    changes: [
      changesOf({ added: [...pieces.slice(0, 13), ...launched].map((object) => listed(object, 'new')) }),
      changesOf({ removed: [listed(decayed!, 'gone'), listed(stage!, 'decayed'), listed(lost!, 'gone')] }),
      changesOf({
        added: [...pieces.slice(12).map((object) => listed(object, 'new')), listed(launched[0]!, 'back')],
        removed: [listed(launched[1]!, 'gone')],
      }),
    ],
    catalogue: {
      fetchedAt: Date.parse('2026-12-01T03:18:00Z'),
      objects: [...pieces, ...launched, madeUpObject(500)],
      medianAgeDays: 0.4,
      decayDateOf: (id) => ({ 2: '2026-11-09', 3: '2026-11-08' })[id] ?? null,
    },
    ...change,
  }
}

describe('the report of a month with a fragmentation', () => {
  const report = buildReport(november())

  it('is of the shape that its schema says', () => {
    expect(v.parse(schema, withRevision(report, 1, 0))).toEqual(withRevision(report, 1, 0))
  })

  it('is compared with the last day before, and says which days are missing', () => {
    const { start_day, first_day, last_day, days_with_data, missing_days } = report
    expect({ start_day, first_day, last_day }).toEqual({
      start_day: '2026-10-31',
      first_day: '2026-11-01',
      last_day: '2026-11-30',
    })
    expect({ days_with_data, missing_days }).toEqual({ days_with_data: 29, missing_days: ['2026-11-17'] })
  })

  it('has a box score whose parts add up', () => {
    const { total, by_type, by_owner } = report.box_score
    expect(by_type.debris).toEqual({ start: 41, end: 68, change: 27 })
    expect(total.change).toBe(10 + 27)
    expect(by_owner.map(({ owner }) => owner)).toEqual(['US', 'CIS', ''])
    for (const member of ['total', 'change'] as const) {
      const sum = by_owner.reduce((all, owner) => all + owner[member], 0)
      expect(sum).toBe(member === 'total' ? total.end : total.change)
    }
  })

  it('finds the shell that the fragmentation filled, and the one that emptied', () => {
    const { densest, fastest_growing, fastest_declining, shells } = report.density
    expect(fastest_growing[0]).toBe(550)
    expect(densest[0]).toBe(550)
    expect(densest).toHaveLength(10)
    expect(fastest_declining).toEqual([])
    expect(shells[5]).toMatchObject({ altitude_min_km: 550, objects_start: 21, objects_end: 50 })
    expect(shells[2]).toMatchObject({ objects_start: 19, objects_end: 19 })
  })

  it('names the cluster by its pieces, each counted once, with all its orbits', () => {
    const [cluster, ...others] = report.newly_numbered.clusters
    expect(others).toEqual([])
    expect(cluster).toMatchObject({ launch: '1982-092', parent_name: 'COSMOS 1408', owner: 'CIS' })
    expect(cluster).toMatchObject({ added_count: 25, total_count: 25 })
    expect(cluster?.pieces[3]).toEqual({
      norad_id: 70_003,
      period_min: 95.6,
      perigee_km: 403,
      apogee_km: 697,
    })
    expect(report.newly_numbered).toMatchObject({ count: 28, by_type: { payload: 3, debris: 25 } })
  })

  it('lists what decayed by date, with dates that came later', () => {
    expect(report.re_entries.map(({ name, decay_date }) => [name, decay_date])).toEqual([
      ['STAGE R/B', '2026-11-08'],
      ['STARLINK-1', '2026-11-09'],
    ])
    expect(report).toMatchObject({ decays_count: 2, gone_count: 2, returned_count: 0 })
  })

  it('lists the launches that brought objects', () => {
    expect(report.launches).toEqual([
      { launch: '2026-230', launch_date: '2026-11-04', owners: ['US'], objects_count: 3 },
    ])
  })

  it('gives the collision rate of the last day at several thicknesses', () => {
    const last = november().summaries.at(-1)!
    const days = 1 / collisionRates(last.samplesByType, smallGrid).collisionsPerDay
    expect(report.collisions.rates.bin_km).toBe(10)
    expect(report.collisions.rates.no_manoeuvre_collision_days! / days).toBeCloseTo(1, 3)
    expect(report.collisions.by_bin.map(({ bin_km }) => bin_km)).toEqual([10, 20, 50])
    expect(report.collisions.quoted).toMatchObject({ name: 'CRASH Clock', date: '2026-08-15' })
  })

  it('has densities by band that add up to those of the shells', () => {
    const { density_per_km3, latitude_edges_deg, altitude_edges_km } = report.latitude_altitude
    expect(density_per_km3).toHaveLength(altitude_edges_km.length - 1)
    expect(density_per_km3[0]).toHaveLength(latitude_edges_deg.length - 1)
    // All objects are in the first band north of the equator, which is sin(10°)/2 of the sphere.
    const share = Math.sin(Math.PI / 18) / 2
    expect((density_per_km3[5]![9]! * share) / report.density.shells[5]!.density_end_per_km3).toBeCloseTo(
      1,
      4,
    )
  })
})

test('nine new pieces are no cluster', () => {
  const changes = [changesOf({ added: pieces.slice(0, 9).map((object) => listed(object, 'new')) })]
  expect(buildReport(november({ changes })).newly_numbered.clusters).toEqual([])
})

test('a month whose first days have no run begins with its first day', () => {
  const { before: _, ...rest } = november()
  const summaries = rest.summaries.slice(10)
  const report = buildReport({ ...rest, before: undefined, summaries })
  expect(report).toMatchObject({ start_day: '2026-11-11', first_day: '2026-11-11', days_with_data: 19 })
  expect(report.missing_days.slice(0, 2)).toEqual(['2026-11-01', '2026-11-02'])
})

describe('the changes of months between two runs', () => {
  const added = pieces.map((object) => listed(object, 'new'))
  const later = changesOf({ added: [listed(launched[0]!, 'new')] }, '2026-11-10')
  const gap = (before: string | undefined) =>
    buildReport(
      november({
        before: before === undefined ? undefined : madeUpDay(before, () => [5, 1, 1, 0]),
        summaries: ['2026-11-09', '2026-11-10'].map((day) => madeUpDay(day, () => [10, 2, 4, 1])),
        changes: [changesOf({ added, removed: [listed(lost!, 'gone')] }, '2026-11-09'), later],
      }),
    )

  it('are in none of the sums, and said', () => {
    const report = gap('2026-01-22')
    expect(report).toMatchObject({
      start_day: '2026-11-09',
      not_attributed: [{ from: '2026-01-22', to: '2026-11-09', added_count: 25, removed_count: 1 }],
      newly_numbered: { count: 1, clusters: [] },
      returned_count: 0,
      decays_count: 0,
      gone_count: 0,
    })
    expect(v.parse(schema, withRevision(report, 1, 0))).toEqual(withRevision(report, 1, 0))
  })

  it('are left out also if the run before is no longer known', () => {
    expect(gap(undefined)).toMatchObject({
      not_attributed: [{ from: null, to: '2026-11-09' }],
      newly_numbered: { count: 1 },
    })
  })

  it('count within the month, and from three days before it', () => {
    expect(buildReport(november()).not_attributed).toEqual([])
    const report = gap('2026-10-29')
    expect(report).toMatchObject({ start_day: '2026-10-29', not_attributed: [], gone_count: 1 })
    expect(report.newly_numbered.count).toBe(26)
    expect(gap('2026-10-28').not_attributed).toHaveLength(1)
  })
})

test('what enters and leaves adds up to the change, whatever comes and goes', () => {
  const objects = Array.from({ length: 40 }, (_, i) => madeUpObject(100_000 + i))
  // A generator of its own, so that each run is the same.
  let seed = 7
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  for (let month = 0; month < 50; month += 1) {
    const before = new Set(objects.filter(() => random() < 0.5).map(({ norad_id }) => norad_id))
    const numbered = new Set(before)
    let present = before
    const changes = daysOf('2026-11').map((day) => {
      const now = new Set(objects.filter(() => random() < 0.5).map(({ norad_id }) => norad_id))
      const added = objects.filter(({ norad_id }) => now.has(norad_id) && !present.has(norad_id))
      const removed = objects.filter(({ norad_id }) => present.has(norad_id) && !now.has(norad_id))
      const all = changesOf(
        {
          added: added.map((object) => listed(object, numbered.has(object.norad_id) ? 'back' : 'new')),
          removed: removed.map((object) => listed(object, 'gone')),
        },
        day,
      )
      for (const { norad_id } of added) numbered.add(norad_id)
      present = now
      return all
    })
    const report = buildReport(november({ changes }))
    const { newly_numbered, returned_count, decays_count, gone_count } = report
    const change = newly_numbered.count + returned_count - decays_count - gone_count
    expect(change).toBe(present.size - before.size)
  }
})

test('a report quotes no figure that is younger than its month', () => {
  expect(buildReport(november()).collisions.quoted?.date).toBe('2026-08-15')
  const summaries = daysOf('2023-03').map((day) => madeUpDay(day, () => [10, 1, 4, 0]))
  const march = november({ month: '2023-03', summaries, before: undefined, changes: [] })
  expect(buildReport(march).collisions.quoted).toBeNull()
})

describe('the collisions of a day', () => {
  const samples = (objectsOf: (shell: number) => number) =>
    Uint32Array.from({ length: 10 }, (_, shell) => objectsOf(shell) * SAMPLES_PER_OBJECT)
  const last = {
    ...madeUpDay('2026-11-30', (shell) => (shell === 5 ? [200, 3, 40, 1] : [20, 5, 40, 0])),
    samplesByConstellation: {
      STARLINK: samples((shell) => (shell === 5 ? 150 : 0)),
      ONEWEB: samples(() => 10),
    },
  }
  const { collisions, density } = buildReport(november({ summaries: [last] }))
  const perDay = collisionRates(last.samplesByType, smallGrid).collisionsPerDay

  it('are those of pairs of kinds, and of shells, and add up', () => {
    const { by_pair, by_shell } = collisions
    const sum = (rows: readonly { collisions_per_day: number }[]) =>
      rows.reduce((all, row) => all + row.collisions_per_day, 0)
    expect(sum(by_pair) / perDay).toBeCloseTo(1, 3)
    expect(sum(by_shell) / perDay).toBeCloseTo(1, 3)
    expect(by_shell).toHaveLength(10)
    expect(by_pair[0]).toMatchObject({ object_type: 'payload', other_object_type: 'payload' })
    expect(by_shell[0]).toMatchObject({ altitude_min_km: 550, altitude_max_km: 560 })
  })

  it('are less without pairs of satellites of one constellation, by exactly those', () => {
    const { by_constellation, without_own_pairs } = collisions
    expect(by_constellation.map(({ constellation, objects }) => [constellation, objects])).toEqual([
      ['STARLINK', 150],
      ['ONEWEB', 100],
    ])
    // N²/2 pairs of spheres of 5 m, in the volume and at the speed of each shell.
    const own = (shell: number, number: number) => {
      const [inner, outer] = [6_878.137 + 10 * shell, 6_888.137 + 10 * shell]
      const volume = ((4 * Math.PI) / 3) * (outer ** 3 - inner ** 3)
      const speed = (4 / 3) * Math.sqrt(398_600.4418 / ((inner + outer) / 2))
      return ((number ** 2 / 2) * Math.PI * 0.01 ** 2 * speed * 86_400) / volume
    }
    const oneWeb = Array.from({ length: 10 }, (_, shell) => own(shell, 10)).reduce((a, b) => a + b)
    expect(by_constellation![0]!.collisions_per_day / own(5, 150)).toBeCloseTo(1, 3)
    expect(by_constellation![1]!.collisions_per_day / oneWeb).toBeCloseTo(1, 3)
    const left = perDay - own(5, 150) - oneWeb
    expect(without_own_pairs.no_manoeuvre_collision_days! * left).toBeCloseTo(1, 3)
  })

  it('stand beside the density without those satellites', () => {
    const shell = density.shells[5]!
    expect(shell.constellation_objects_end).toBe(160)
    const share = shell.density_end_without_constellations_per_km3 / shell.density_end_per_km3
    expect(share).toBeCloseTo((244 - 160) / 244, 5)
  })
})

test('the catalogue is divided into what is in the shells, above, below and without a position', () => {
  const last = madeUpDay('2026-11-30', () => [80, 5, 10, 5])
  const counts = {
    ...last.counts,
    inRange: 820 * SAMPLES_PER_OBJECT,
    above: 170.25 * SAMPLES_PER_OBJECT,
    below: 2 * SAMPLES_PER_OBJECT,
  }
  expect(buildReport(november({ summaries: [{ ...last, counts }] })).coverage).toEqual({
    altitude_min_km: 500,
    altitude_max_km: 600,
    objects_in_shells: 820,
    objects_above: 170.3,
    objects_below: 2,
    above_percent: 17,
    objects_not_propagated: 7.8,
  })
})

test('owners have their names, and codes that nobody explains have none', () => {
  const summary = madeUpDay('2026-11-30', () => [1, 0, 1, 0])
  const byOwner = { ...summary.byOwner, XYZ: summary.byType, constructor: summary.byType }
  const { by_owner } = buildReport(november({ summaries: [{ ...summary, byOwner }] })).box_score
  expect(Object.fromEntries(by_owner.map(({ owner, owner_name }) => [owner, owner_name]))).toEqual({
    US: 'United States',
    CIS: 'Commonwealth of Independent States (former USSR)',
    '': null,
    XYZ: null,
    constructor: null,
  })
})

test.each([
  [['2026-11-17'], '17 November'],
  [['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-23'], '1–3 and 23 November'],
  [daysOf('2026-11').filter((day) => !/-(05|06|20)$/.test(day)), '1–4, 7–19 and 21–30 November'],
])('days %j are named %s', (missing, name) => expect(dayRanges(missing)).toBe(name))

test.each([
  [9.226, '9.2'],
  [9.96, '10'],
  [16.21, '16'],
  [107, '110'],
  [0.0991, '0.099'],
  [1_660, '1,700'],
  [0, '0'],
])('%d is written with two digits: %s', (value, text) => expect(twoDigits(value)).toBe(text))

test('days before the altitudes were changed are not compared', () => {
  const before = { ...november().before!, grid: { ...smallGrid, minKm: 400 } }
  expect(buildReport(november({ before })).start_day).toBe('2026-11-01')
})

test('days to come are not missing', () => {
  const { summaries } = november()
  const report = buildReport(november({ until: '2026-11-03', summaries: summaries.slice(0, 2) }))
  expect(report.missing_days).toEqual(['2026-11-03'])
})

test('there is no report of a month without a run', () => {
  expect(() => buildReport(november({ summaries: [] }))).toThrow('there is no run in 2026-11')
})

test('months have their length, across years', () => {
  expect(daysOf('2028-02').at(-1)).toBe('2028-02-29')
  expect(monthBefore('2027-01')).toBe('2026-12')
  expect(endOfMonth('2026-12')).toBe(Date.UTC(2027, 0, 1))
})

describeCaptures('the catalogue of 2022-01-22, numbered at once', () => {
  // Several launches have a name of their own in the catalogue, so that pieces are counted by it.
  it.each([
    ['1999-025', 'FENGYUN 1C', 2_656],
    ['1982-092', 'COSMOS 1408', 1_215],
    ['1993-036', 'COSMOS 2251', 1_039],
    ['2000-055', 'NOAA 16', 451],
    ['1997-051', 'IRIDIUM 33', 322],
  ])('has the cluster %s of %s with %i pieces', (launch, name, count) => {
    const objects = readCatalogue().filter(
      (object) => object.international_designator?.startsWith(launch) && object.object_type === 'debris',
    )
    const changes = [changesOf({ added: objects.map((object) => listed(object, 'new')) })]
    const catalogue = { ...november().catalogue, objects }
    const [cluster] = buildReport(november({ changes, catalogue })).newly_numbered.clusters
    expect(cluster).toMatchObject({ launch, parent_name: name })
    expect(cluster!.added_count / count).toBeGreaterThan(0.99)
    expect(cluster!.added_count / count).toBeLessThan(1.01)
  })
})

function readCatalogue(): ReportObject[] {
  const lines = capture('spacetrack/full-catalogue-3le.2022-01-22.txt').split(/\r?\n/)
  return lines.flatMap((line, i) => {
    if (!line.startsWith('1 ')) return []
    const name = lines[i - 1]!.slice(2).trim()
    const [year, number] = [line.slice(9, 11), line.slice(11, 14)]
    const century = Number(year) < 57 ? 20 : 19
    return [
      madeUpObject(i, {
        name,
        international_designator: `${century}${year}-${number}${line.slice(14, 17).trim()}`,
        object_type: objectTypeFromName(name),
      }),
    ]
  })
}
