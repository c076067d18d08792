import { vi } from 'vitest'
import { detectAlerts } from '../../packages/core/src/features/alerts/watches/detect-alerts.ts'
import { protonRows, xrayRows } from '../../packages/sample/src/swpc/goes.ts'
import { kpByBin, kpByMinute } from '../../packages/sample/src/swpc/kp.ts'
import { testContext } from '../support/context.ts'
import { assertValid, minute } from './support.ts'

const clock = (at: number) => ({ at, shiftMs: 0 })
const feeds: Readonly<Record<string, (at: number) => unknown>> = {
  '/json/planetary_k_index_1m.json': (at) => kpByMinute(clock(at)),
  '/products/noaa-planetary-k-index.json': (at) => kpByBin(clock(at)),
  '/json/goes/primary/xrays-6-hour.json': (at) => xrayRows(clock(at), 18),
  '/json/goes/primary/integral-protons-6-hour.json': (at) => protonRows(clock(at), 18),
}

/** SWPC in May 2024; every other provider is unavailable. */
function fetchOfMay2024(now: () => number): typeof fetch {
  return async (input) => {
    const feed = feeds[new URL(input instanceof Request ? input.url : String(input)).pathname]
    if (!feed) throw new TypeError('not in this test')
    return Response.json(feed(now()))
  }
}

/**
 * The alerts of the storm of 10 and 11 May 2024: one storm. Written from the tables of the model: Kp of GFZ,
 * whose running estimate rises in each window, and flares of SWPC's weekly highlights, whose ends are at
 * 18:48, 21:12, 01:39, 04:40, 12:05 and 15:52. The radiation storm began at 13:35, before the first
 * observation.
 */
export const STORM = [
  '10T14:45 solar.radiation_storm started S1',
  '10T15:23 geomagnetic.storm_started G1',
  '10T15:27 geomagnetic.storm_raised G2',
  '10T15:30 geomagnetic.storm_raised G3',
  '10T16:22 geomagnetic.storm_raised G4',
  '10T16:30 solar.radiation_storm raised S2',
  '10T18:34 solar.flare started M1 M1.0',
  '10T18:49 solar.flare ended M1 M1.7',
  '10T21:05 solar.flare started M1 M1.1',
  '10T21:13 solar.flare ended M1 M1.9',
  '11T01:12 solar.flare started M1 M1.2',
  '11T01:15 solar.flare raised M5 M6.9',
  '11T01:16 solar.flare raised X1 X1.1',
  '11T01:23 geomagnetic.storm_raised G5',
  '11T01:40 solar.flare ended X1 X5.8',
  '11T04:29 solar.flare started M1 M1.4',
  '11T04:40 solar.flare ended M1 M3.3',
  '11T11:23 solar.flare started M1 M1.1',
  '11T11:31 solar.flare raised M5 M5.1',
  '11T11:36 solar.flare raised X1 X1.0',
  '11T12:06 solar.flare ended X1 X1.5',
  '11T14:59 solar.flare started M1 M1.0',
  '11T15:13 solar.flare raised M5 M5.3',
  '11T15:52 solar.flare ended M5 M8.8',
  '12T00:00 geomagnetic.storm_ended G5',
]

/**
 * Looks for alerts from 10 May 2024 15:00 to 12 May 04:00: every minute until `oftenUntil`, then every 5
 * minutes. Every minute is read all the same.
 */
export async function replayStorm(oftenUntil: string): Promise<string[]> {
  // The cache refreshes at random moments of the last fifth of a lifetime.
  using _ = vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const time = { at: Date.parse('2024-05-10T15:00:00Z') }
  const context = { ...testContext({ time }), fetch: fetchOfMay2024(() => time.at) }
  const end = Date.parse('2024-05-12T04:00:00Z')
  while (time.at < end) {
    await context.alerts.listeners.mark()
    await detectAlerts(context)
    time.at += time.at < Date.parse(oftenUntil) ? minute : 5 * minute
  }
  const alerts = await context.alerts.log.read(0, 1_000)
  for (const alert of alerts) assertValid({ ...alert, at: Date.parse(alert.timestamp) })
  return alerts
    .map(({ type, timestamp, data }) => {
      const { phase, level, peak_class } = data
      return [timestamp.slice(8, 16), type, phase, level, peak_class].filter(Boolean).join(' ')
    })
    .filter((each) => !each.includes('upstream'))
}
