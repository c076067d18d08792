import { describe, expect, test } from 'vitest'
import * as upcoming from '../../packages/core/src/features/launches/endpoints/upcoming.ts'
import { upcomingLaunches } from '../../packages/core/src/features/launches/upcoming.ts'
import {
  coronalMassEjections,
  flares,
  solarEnergeticParticles,
} from '../../packages/core/src/features/space-weather/events/feeds.ts'
import * as recent from '../../packages/core/src/features/space-weather/events/recent.ts'
import { capture, hasCaptures } from '../fixtures/captures.ts'
import { published } from '../fixtures/payload.ts'

const at = (text: string) => Date.parse(text)
const source = 's'
const NOW = at('2026-11-21T12:00:00Z')

describe.skipIf(!hasCaptures)('captured launches', () => {
  const OLD = 'launch-library/2.2.0-launch-upcoming.2026-05-07.json'
  const launchesAt = (now: string, path = OLD) =>
    published(
      upcoming.upcoming,
      upcoming.toUpcomingLaunchesData(upcomingLaunches.parse(capture(path), at(now)), source, at(now)),
    ).launches

  test('of 2.2.0', () => {
    const launches = launchesAt('2026-05-07T21:00:00Z')
    expect(launches).toHaveLength(40)
    expect(launches[0]).toMatchObject({
      name: 'Long March 7 | Tianzhou-10',
      status: 'go',
      net: '2026-05-11T00:14:00.000Z',
      net_precision: 'minute',
      orbit: 'Low Earth Orbit',
      pad: { name: '201', country_code: 'CHN', latitude_deg: 19.618452, longitude_deg: 110.955356 },
    })
    const counts: Record<string, number> = {}
    for (const { net_precision } of launches)
      counts[String(net_precision)] = (counts[String(net_precision)] ?? 0) + 1
    expect(counts).toEqual({ second: 2, minute: 8, hour: 4, day: 3, month: 7, quarter: 13, half: 3 })
    expect(launches.every(({ pad, provider, vehicle }) => pad && provider && vehicle)).toBe(true)
  })

  test('of 2.2.0 on the days after: what has only a month, quarter or half stays until it is over', () => {
    expect(launchesAt('2026-05-31T12:00:00Z')).toHaveLength(26)
    expect(launchesAt('2026-06-30T12:00:00Z')).toHaveLength(19)
    expect(launchesAt('2026-07-01T00:00:00Z').map(({ name }) => name)).toEqual(['RFA One | Maiden Flight'])
    expect(launchesAt('2026-10-01T00:00:00Z')).toEqual([])
  })

  test('of 2.3.0', () => {
    const path = 'launch-library/2.3.0-launches-upcoming.2025-12.one-result.json'
    expect(launchesAt('2025-12-27T00:00:00Z', path)).toMatchObject([
      {
        id: 'fb6d9dd6-2087-40b7-b3ca-c807b5b2be43',
        net: '2025-12-30T22:40:00.000Z',
        net_precision: 'hour',
        vehicle: 'Long March 7A',
        mission_type: null,
        orbit: null,
        pad: { country_code: 'CHN', latitude_deg: 19.618452 },
        url: 'https://lldev.thespacedevs.com/2.3.0/launches/fb6d9dd6-2087-40b7-b3ca-c807b5b2be43/',
      },
    ])
  })

  test.each(['ll2_429_throttled_body.json', 'll2_500_body.html'])('%s is refused', (file) => {
    expect(() => upcomingLaunches.parse(capture(`errors/${file}`), NOW)).toThrow()
  })
})

describe.skipIf(!hasCaptures)('captured events', () => {
  const cmes = () => coronalMassEjections.parse(capture('donki/cme.2025-09.json'), NOW)
  const serve = (now: string) =>
    published(
      recent.recent,
      recent.toRecentEventsData([...cmes(), ...flares.parse(capture('donki/flr.2025-09.json'), NOW)], {
        source,
        fetchedAt: at(now),
        unavailable: [],
      }),
    )

  test('a month of coronal mass ejections', () => {
    const all = cmes()
    expect(all).toHaveLength(141)
    expect(all.filter(({ speed_km_s }) => speed_km_s === null)).toEqual([])
    expect(all.filter(({ earth_impact }) => earth_impact)).toHaveLength(6)
    expect(all.find(({ id }) => id === '2025-08-30T20:09:00-CME-001')).toMatchObject({
      speed_km_s: 1303,
      earth_impact: {
        arrival_time: '2025-09-01T18:24:00.000Z',
        glancing: false,
        kp_max: 9,
        awaits_run: false,
      },
    })
    expect(all.find(({ id }) => id === '2025-09-11T08:53:00-CME-001')?.earth_impact).toEqual({
      arrival_time: '2025-09-14T10:00:00.000Z',
      glancing: true,
      kp_max: 6,
      awaits_run: false,
    })
  })

  test('seven days of them with flares', () => {
    const { count, events } = serve('2025-09-06T00:00:00Z')
    expect(count).toBe(28)
    expect(events.filter(({ kind }) => kind === 'flare')).toHaveLength(8)
    expect(events[0]).toMatchObject({
      id: '2025-09-05T17:24:00-CME-001',
      speed_km_s: 267,
      longitude_deg: null,
    })
    expect(events.find(({ id }) => id === '2025-09-05T01:08:00-FLR-001')).toMatchObject({
      flare_class: 'M1.4',
      active_region: 14207,
      linked_event_ids: ['2025-09-05T01:36:00-CME-001'],
    })
  })

  test('flares and particle forecasts of May 2024', () => {
    const read = flares.parse(capture('donki/flr.2024-05.json'), NOW)
    expect(read.map(({ flare_class }) => flare_class)).toEqual(['X1.0', 'M3.4', 'M1.8'])
    expect(solarEnergeticParticles.parse(capture('donki/sep.2024-05.json'), NOW)).toEqual([])
  })

  test('a document of another kind is refused', () => {
    expect(() => coronalMassEjections.parse(capture('donki/gst.2025-09.json'), NOW)).toThrow()
    expect(() => coronalMassEjections.parse(capture('errors/cloudflare_524_body.txt'), NOW)).toThrow()
  })
})
