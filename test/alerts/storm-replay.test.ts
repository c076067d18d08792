import { afterEach, expect, test, vi } from 'vitest'
import { southwardField } from '../../packages/core/src/alerts/detectors/southward-field.ts'
import { markListening } from '../../packages/core/src/alerts/listening.ts'
import { detectAlerts } from '../../packages/core/src/jobs/detect-alerts.ts'
import { solarWindAt } from '../../packages/sample/src/model/solar-wind.ts'
import { protonRows, xrayRows } from '../../packages/sample/src/swpc/goes.ts'
import { kpByBin, kpByMinute } from '../../packages/sample/src/swpc/kp.ts'
import { testContext } from '../support/context.ts'
import { endpoints } from '../support/table.ts'
import { assertValid, line, minute, running } from './support.ts'

const feeds: Readonly<Record<string, (clock: { at: number; shiftMs: number }) => unknown>> = {
  '/json/planetary_k_index_1m.json': kpByMinute,
  '/products/noaa-planetary-k-index.json': kpByBin,
  '/json/goes/primary/xrays-6-hour.json': (clock) => xrayRows(clock, 18),
  '/json/goes/primary/integral-protons-6-hour.json': (clock) => protonRows(clock, 18),
}

/** SWPC in May 2024; every other provider is away. */
function fetchOfMay2024(now: () => number): typeof fetch {
  return async (input) => {
    const feed = feeds[new URL(input instanceof Request ? input.url : String(input)).pathname]
    if (!feed) throw new TypeError('not in this test')
    return Response.json(feed({ at: now(), shiftMs: 0 }))
  }
}

afterEach(() => vi.restoreAllMocks())

test('the storm of 10 and 11 May 2024 is one storm', { timeout: 120_000 }, async () => {
  // The cache refreshes at random moments of the last fifth of a lifetime.
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const time = { at: Date.parse('2024-05-10T15:00:00Z') }
  const context = { ...testContext({ time }), fetch: fetchOfMay2024(() => time.at) }
  const secondDay = Date.parse('2024-05-11T02:30:00Z')
  const end = Date.parse('2024-05-12T04:00:00Z')
  while (time.at < end) {
    await markListening(context)
    await detectAlerts(endpoints, context)
    time.at += time.at < secondDay ? minute : 5 * minute
  }
  const alerts = await context.alertLog.read(0, 1_000)
  const lines = alerts.map(({ type, timestamp, data }) => {
    const { phase, level, peak_class } = data
    return [timestamp.slice(8, 16), type, phase, level, peak_class].filter(Boolean).join(' ')
  })
  // Written from the tables of the model: Kp of GFZ, flares of SWPC's weekly highlights. The radiation storm
  // began at 13:35, before the first observation. From 02:30 on there is an observation every 5 minutes.
  expect(lines.filter((each) => !each.includes('upstream'))).toEqual([
    '10T14:55 solar.radiation_storm started S1',
    '10T15:34 geomagnetic.storm_started G3',
    '10T16:26 geomagnetic.storm_raised G4',
    '10T16:30 solar.radiation_storm raised S2',
    '10T18:34 solar.flare started M1 M1.3',
    '10T18:52 solar.flare ended M1 M1.7',
    '10T19:28 geomagnetic.storm_raised G5',
    '10T21:05 solar.flare started M1 M1.5',
    '10T21:14 solar.flare ended M1 M1.9',
    '11T01:12 solar.flare started M1 M2.2',
    '11T01:15 solar.flare raised M5 X1.1',
    '11T01:16 solar.flare raised X1 X1.7',
    '11T01:40 solar.flare ended X1 X5.8',
    '11T04:33 solar.flare started M1 M3.0',
    '11T04:43 solar.flare ended M1 M3.0',
    '11T11:23 solar.flare started M1 M3.0',
    '11T11:33 solar.flare raised M5 X1.2',
    '11T11:38 solar.flare raised X1 X1.5',
    '11T12:08 solar.flare ended X1 X1.5',
    '11T15:03 solar.flare started M1 M3.2',
    '11T15:13 solar.flare raised M5 M7.4',
    '11T15:58 solar.flare ended M5 M8.7',
    '12T00:00 geomagnetic.storm_ended G5',
  ])
  for (const alert of alerts) assertValid({ ...alert, at: Date.parse(alert.timestamp) })
})

// By the anchors of the model: the shock is at 16:37, Bz passes -5 nT at 18:45 and 02:30 on its way up, and
// -10 nT at 20:05 and 04:00 on its way down. At 13:30 it is -7 nT, which ends nothing.
test('the southward field of that storm', () => {
  const detector = running(southwardField)
  const alerts = []
  for (let at = Date.parse('2024-05-10T12:00:00Z'); at < Date.parse('2024-05-11T18:00:00Z'); at += minute) {
    const bz_gsm_nt = solarWindAt(at).field[2]
    alerts.push(...detector.observe({ bz_gsm_nt, as_of: new Date(at).toISOString(), source: 'model' }))
  }
  expect(alerts.map(line)).toEqual([
    'solar_wind.bz_south started 05-10T16:37',
    'solar_wind.bz_south ended 05-10T18:45',
    'solar_wind.bz_south started 05-10T20:05',
    'solar_wind.bz_south ended 05-11T02:30',
    'solar_wind.bz_south started 05-11T04:00',
  ])
})
