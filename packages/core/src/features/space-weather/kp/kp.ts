import * as v from 'valibot'
import type { SpaceWeatherContext } from '#features/space-weather/context'
import { KP_NOTE } from '#features/space-weather/kp/kp-index'
import {
  effectiveKp,
  instantOf,
  type KpReading,
  type KpReadings,
  newestKpAt,
  planetaryKIndex,
  threeHourlyKIndex,
} from '#features/space-weather/kp/swpc-kp'
import { newestOrAt } from '#features/space-weather/series/at-instant'
import { sourceOfRow } from '#features/space-weather/series/recorded-series'
import { knownRows } from '#features/space-weather/series/series-span'
import { fromMeasurement } from '#kernel/endpoint/measured'
import { instant, named, quantity, sourceLabel } from '#kernel/endpoint/schemas'
import { hours, iso, minutes } from '#kernel/kit/time'
import { isLate } from '#kernel/upstreams/client/staleness'

const data = v.strictObject({
  kp: quantity(
    'Latest planetary K index, 0 to 9, fractional. NOAA restarts the estimate in each three-hour window ' +
      '(00, 03, … UTC): it drops to 0 when a window opens and rises for about 30 minutes. In the first 30 ' +
      'minutes of a window, this field is the greater of the running estimate and the last value of the ' +
      'previous window',
    2.67,
    0,
    9,
  ),
  as_of: instant(
    'Time of the estimate. For the three-hour index, it is the end of the window or, while the window is ' +
      'open, the fetch time or `at`',
  ),
  source: sourceLabel('NOAA SWPC planetary K index (1 minute)'),
})

/** Serves the planetary K index, the measure of geomagnetic disturbance. */
export const kp = newestOrAt(
  {
    path: '/v1/space-weather/kp',
    operationId: 'getKp',
    summary: 'Latest planetary K index',
    description:
      'Running estimate, updated every minute. If it is unavailable or late, the three-hour index is ' +
      'served instead. ' +
      KP_NOTE,
    tag: 'Space weather',
    access: 'optional_key',
    ttlMs: minutes(15),
    data: named('Kp', data),
    source: fromMeasurement(planetaryKIndex, toKpData),
  },
  { id: 'kp', maxAgeMs: planetaryKIndex.maxAgeMs, read: readKp },
)

/** The newest row of a series at or before an instant, and the payload that applies then. */
interface KpAt {
  /** Time that the row refers to, in epoch milliseconds. */
  readonly newestAt: number
  /** Whether the row is complete, because its minute or window has ended. */
  readonly isWhole: boolean
  readonly data: v.InferOutput<typeof data>
  readonly fetchedAt: number
}

/**
 * Reads the running estimate at or before an instant, or the three-hour index if that is newer. The index of
 * a window that had not ended replaces only late estimates.
 */
async function readKp(atMs: number, context: SpaceWeatherContext): Promise<KpAt | undefined> {
  const [running, threeHour] = await Promise.all([
    readIndex('kp', atMs, context),
    readIndex('kp_3h', atMs, context),
  ])
  if (!running || !threeHour) return running ?? threeHour
  const { newestAt } = running
  const mayReplace = threeHour.isWhole || isLate(newestAt, planetaryKIndex.cadenceMs, atMs)
  return mayReplace && threeHour.newestAt > newestAt ? threeHour : running
}

async function readIndex(
  id: 'kp' | 'kp_3h',
  atMs: number,
  { spaceWeather: { series }, settings }: SpaceWeatherContext,
): Promise<KpAt | undefined> {
  const running = id === 'kp'
  // Excludes a window that begins exactly at the instant.
  const untilMs = running ? atMs : atMs - 1
  const maxAgeMs = running ? planetaryKIndex.maxAgeMs : threeHourlyKIndex.maxAgeMs + hours(3) - 1
  // Early in a window, the value of the previous window applies.
  const rows = knownRows(await series.read(id, untilMs - maxAgeMs - hours(4), untilMs + 1))
  const last = rows.at(-1)
  if (!last || last.at < untilMs - maxAgeMs) return undefined
  const readings = rows.flatMap(({ at, values: { kp: value } }): KpReading[] =>
    typeof value === 'number' ? [{ at, kp: value }] : [],
  )
  const source = sourceOfRow(id, last.feed, settings.sourceNote)
  const known: KpReadings = { running, knownAt: atMs, readings }
  const isWhole = running || last.at + hours(3) <= atMs
  const { fetchedAt } = last
  return { newestAt: newestKpAt(known) ?? last.at, isWhole, data: toKpData(known, source), fetchedAt }
}

/**
 * Converts the value in force to the payload. Early in a three-hour window, that is the value of the previous
 * window.
 */
export function toKpData(readings: KpReadings, source: string): v.InferOutput<typeof data> {
  const reading = effectiveKp(readings, readings.readings.length - 1)
  return { kp: reading.kp, as_of: iso(instantOf(readings, reading)), source }
}
