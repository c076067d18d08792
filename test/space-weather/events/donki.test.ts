import { describe, expect, test } from 'vitest'
import {
  coronalMassEjections,
  flares,
  solarEnergeticParticles,
} from '../../../packages/core/src/features/space-weather/events/feeds.ts'
import { goesFlares } from '../../../packages/core/src/features/space-weather/events/goes-flares.ts'
import { json } from '../../fixtures/bodies.ts'
import { analysis, cme, enlil, flare, sep } from '../../fixtures/donki.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const feeds = [coronalMassEjections, flares, solarEnergeticParticles]
const parseCme = (...rows: unknown[]) => coronalMassEjections.parse(json(rows), NOW)
const withAnalyses = (...cmeAnalyses: unknown[]) => parseCme(cme({ cmeAnalyses }))[0]
const withRuns = (...enlilList: unknown[]) => withAnalyses(analysis({ enlilList }))?.earth_impact

test('DONKI feeds request seven days and one of overlap, in UTC', () => {
  const at = Date.parse('2026-11-21T00:30:00Z')
  expect(feeds.map((feed) => feed.target(undefined, at))).toEqual([
    '/DONKI/WS/get/CME?startDate=2026-11-13&endDate=2026-11-21',
    '/DONKI/WS/get/FLR?startDate=2026-11-13&endDate=2026-11-21',
    '/DONKI/WS/get/SEP?startDate=2026-11-13&endDate=2026-11-21',
  ])
})

test.each(feeds.map((feed) => [feed.id, feed] as const))(
  '%s accepts an empty list and rejects malformed bodies',
  (_, feed) => {
    expect(feed.parse('[]', NOW)).toEqual([])
    for (const body of [
      'null',
      '{}',
      '"x"',
      '<html></html>',
      '[{}]',
      '[null]',
      '[{"activityID":"x"}]',
      '[',
    ]) {
      expect(() => feed.parse(body, NOW)).toThrow()
    }
    expect(feed.newestAt([])).toBeNull()
  },
)

test('an empty body means no flares or particle events, but is an error for coronal mass ejections', () => {
  for (const body of ['', ' \r\n']) {
    expect(flares.parse(body, NOW)).toEqual([])
    expect(solarEnergeticParticles.parse(body, NOW)).toEqual([])
    expect(() => coronalMassEjections.parse(body, NOW)).toThrow()
  }
})

test('a coronal mass ejection is parsed with its most accurate analysis', () => {
  expect(parseCme(cme())).toEqual([
    {
      id: '2026-11-20T00:23:00-CME-001',
      kind: 'cme',
      start_time: '2026-11-20T00:23:00.000Z',
      peak_time: null,
      end_time: null,
      flare_class: null,
      source_location: 'N30E60',
      active_region: 14199,
      speed_km_s: 878,
      half_angle_deg: 40,
      latitude_deg: 9,
      longitude_deg: -12,
      earth_impact: null,
      linked_event_ids: ['2026-11-19T23:50:00-FLR-001'],
      instruments: ['SOHO: LASCO/C2', 'GOES: CCOR-1'],
      url: 'https://webtools.ccmc.gsfc.nasa.gov/DONKI/view/CME/40858/-1',
    },
  ])
})

test('nulls, blanks and impossible values of an event become null or empty', () => {
  const row = cme({
    sourceLocation: '',
    activeRegionNum: null,
    linkedEvents: null,
    instruments: null,
    link: null,
  })
  expect(
    parseCme({ ...row, cmeAnalyses: [analysis({ speed: -1, longitude: null, latitude: 91 })] }),
  ).toMatchObject([
    {
      source_location: null,
      active_region: null,
      linked_event_ids: [],
      instruments: [],
      url: null,
      speed_km_s: null,
      longitude_deg: null,
      latitude_deg: null,
    },
  ])
  expect(parseCme(cme({ cmeAnalyses: null }))).toMatchObject([{ speed_km_s: null, earth_impact: null }])
})

describe('the analysis of a coronal mass ejection', () => {
  test('is the leading edge even if a shock is also marked most accurate', () => {
    const shock = analysis({ featureCode: 'SH', speed: 1265, submissionTime: '2026-11-20T20:00Z' })
    expect(withAnalyses(shock, analysis())?.speed_km_s).toBe(878)
    expect(withAnalyses(analysis(), shock)?.speed_km_s).toBe(878)
  })

  test('is that of the shock where none of the leading edge is', () => {
    const shock = analysis({ featureCode: 'SH', speed: 1265, halfAngle: 53, enlilList: [enlil()] })
    for (const analyses of [[shock], [shock, analysis({ isMostAccurate: false })]])
      expect(withAnalyses(...analyses)).toMatchObject({
        speed_km_s: 1265,
        half_angle_deg: 53,
        earth_impact: { arrival_time: '2026-11-22T19:23:00.000Z', awaits_run: false },
      })
    expect(withAnalyses(analysis({ featureCode: 'RHB' }))?.speed_km_s).toBeNull()
  })

  test('is the one marked most accurate', () => {
    expect(withAnalyses(analysis(), analysis({ isMostAccurate: false, speed: 1 }))?.speed_km_s).toBe(878)
    expect(withAnalyses(analysis({ isMostAccurate: false }))?.speed_km_s).toBeNull()
  })

  test('is the one submitted last of several', () => {
    const later = analysis({ speed: 900, submissionTime: '2026-11-20T18:00Z' })
    expect(withAnalyses(later, analysis())?.speed_km_s).toBe(900)
    expect(withAnalyses(analysis(), later)?.speed_km_s).toBe(900)
  })
})

describe('the impact of a coronal mass ejection on Earth', () => {
  test('has the highest Kp of the model run and marks a glancing blow', () => {
    expect(withRuns(enlil())).toEqual({
      arrival_time: '2026-11-22T19:23:00.000Z',
      glancing: false,
      kp_max: 6,
      awaits_run: false,
    })
    expect(withRuns(enlil({ isEarthGB: true, kp_18: 7 }))).toMatchObject({ glancing: true, kp_max: 7 })
    expect(withRuns(enlil({ kp_90: null, kp_135: null, kp_180: null }))?.kp_max).toBeNull()
    expect(withRuns(enlil({ kp_180: 42 }))?.kp_max).toBe(5)
  })

  test('comes from the run completed last, and is null if that one misses', () => {
    const later = enlil({
      modelCompletionTime: '2026-11-21T00:23Z',
      estimatedShockArrivalTime: '2026-11-22T18:24Z',
    })
    const miss = enlil({ modelCompletionTime: '2026-11-21T02:00Z', estimatedShockArrivalTime: null })
    for (const runs of [
      [enlil(), later],
      [later, enlil()],
    ]) {
      expect(withRuns(...runs)?.arrival_time).toBe('2026-11-22T18:24:00.000Z')
    }
    expect(withRuns(miss)).toBeNull()
    expect(withRuns(later, miss)).toBeNull()
    expect(withRuns(miss, enlil(), later)).toBeNull()
    expect(withAnalyses(analysis({ enlilList: null }))?.earth_impact).toBeNull()
  })

  test.each([null, []])('is that of an earlier analysis while the new one has the runs %j', (enlilList) => {
    const measured = (changes: object) => analysis({ enlilList: [], isMostAccurate: false, ...changes })
    const run = (time: string) => enlil({ estimatedShockArrivalTime: time })
    const [first, second, third] = [
      measured({ submissionTime: '2026-11-20T10:00Z', enlilList: [run('2026-11-22T06:00Z')] }),
      measured({ submissionTime: '2026-11-20T12:00Z', enlilList: [run('2026-11-22T18:00Z')] }),
      analysis({ submissionTime: '2026-11-20T20:00Z', speed: 900, enlilList }),
    ]
    const shock = analysis({ featureCode: 'SH', speed: 1265, enlilList: [run('2026-11-22T15:00Z')] })
    const impactOf = (...analyses: object[]) => {
      const event = withAnalyses(...analyses)
      return [
        event?.speed_km_s,
        event?.earth_impact?.arrival_time.slice(8, 16),
        event?.earth_impact?.awaits_run,
      ]
    }
    expect(impactOf(first, third)).toEqual([900, '22T06:00', true])
    expect(impactOf(third, second, first)).toEqual([900, '22T18:00', true])
    // That of the shock is not withdrawn.
    expect(impactOf(first, second, third, shock)).toEqual([900, '22T15:00', true])
    const done = { ...third, enlilList: [run('2026-11-22T12:00Z')] }
    expect(impactOf(first, second, done, shock)).toEqual([900, '22T12:00', false])
    const missed = { ...third, enlilList: [enlil({ estimatedShockArrivalTime: null })] }
    expect(impactOf(first, second, missed)).toEqual([900, undefined, undefined])
  })
})

test('each event id is listed once, with its latest version', () => {
  const rows = [
    cme({ versionId: 2, sourceLocation: 'N02' }),
    cme({ versionId: 3, sourceLocation: 'N03' }),
    cme(),
  ]
  expect(parseCme(...rows)).toMatchObject([{ source_location: 'N03' }])
})

describe('a DONKI flare', () => {
  const parse = (...rows: unknown[]) => flares.parse(json(rows), NOW)

  test('has begin, peak, end and class', () => {
    expect(parse(flare())).toMatchObject([
      {
        id: '2026-11-19T23:50:00-FLR-001',
        kind: 'flare',
        start_time: '2026-11-19T23:50:00.000Z',
        peak_time: '2026-11-19T23:58:00.000Z',
        end_time: '2026-11-20T00:04:00.000Z',
        flare_class: 'M1.1',
        speed_km_s: null,
      },
    ])
  })

  test('has no end while in progress, and no class that is malformed', () => {
    expect(parse(flare({ endTime: null, classType: 'big' }))).toMatchObject([
      { end_time: null, flare_class: null },
    ])
  })

  test('comes from SWPC when DONKI fails', () => {
    expect(flares.fallback).toBe(goesFlares)
  })

  test('from before 2024 has fewer fields', () => {
    const { catalog: _, submissionTime: __, versionId: ___, note: ____, ...row } = { ...flare(), note: '' }
    expect(parse(row)).toHaveLength(1)
  })
})

describe('a DONKI particle event', () => {
  const parse = (...rows: unknown[]) => solarEnergeticParticles.parse(json(rows), NOW)

  test('is listed only if observed: model forecasts are left out', () => {
    const model = 'MODEL: REleASE:ACE/EPAM 15.8-39.8 MeV'
    expect(parse(sep([model]))).toEqual([])
    expect(parse(sep([model, 'GOES-P: SEISS >10 MeV']))).toMatchObject([
      { kind: 'sep', instruments: ['GOES-P: SEISS >10 MeV'] },
    ])
    expect(parse(sep(null))).toMatchObject([{ instruments: [] }])
  })
})
