import * as v from 'valibot'
import type { Context } from '#context'
import { fromMeasurement } from '#declare/measured'
import { instant, named, quantity, sourceLabel } from '#declare/schemas'
import { newestOrAt } from '#endpoints/v1/space-weather/at-instant'
import { sourceOfRow } from '#endpoints/v1/space-weather/recorded-series'
import { hours, iso, minutes } from '#time'
import {
  effectiveKp,
  type KpReading,
  type KpReadings,
  planetaryKIndex,
  threeHourlyKIndex,
} from '#upstreams/swpc/kp'

const data = v.strictObject({
  kp: quantity(
    'Latest planetary K index, 0 to 9, fractional. NOAA restarts the estimate in each three-hour window ' +
      '(00, 03, … UTC): it drops to 0 when a window opens and rises for about 30 minutes. In the first 30 ' +
      'minutes of a window, this is the greater of the running estimate and the last value of the previous ' +
      'window',
    2.67,
    0,
    9,
  ),
  as_of: instant(
    'Time the value refers to: that of the running estimate, or the start of the three-hour window',
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
      'Running estimate of NOAA SWPC, updated every minute; the three-hour index if that is unavailable or ' +
      'late.',
    tag: 'Space weather',
    access: 'key',
    ttlMs: minutes(15),
    data: named('Kp', data),
    source: fromMeasurement(planetaryKIndex, toKpData),
  },
  { maxAgeMs: threeHourlyKIndex.maxAgeMs, read: readKp },
)

/** The newest row of a series at or before an instant, and what is in force by it. */
interface KpAt {
  readonly at: number
  readonly data: v.InferOutput<typeof data>
}

/**
 * Reads the running estimate at or before an instant, or the three-hour index if that is newer: early in a
 * window the estimate is that of the window before, so the index is newer once it is published.
 */
async function readKp(atMs: number, context: Context): Promise<v.InferOutput<typeof data> | undefined> {
  const [running, threeHour] = await Promise.all([
    readIndex('kp', planetaryKIndex.maxAgeMs, atMs, context),
    readIndex('kp_3h', threeHourlyKIndex.maxAgeMs, atMs, context),
  ])
  if (!running || !threeHour) return (running ?? threeHour)?.data
  const isPublished = threeHour.at + hours(3) <= atMs
  const runningAt = isPublished ? Date.parse(running.data.as_of) : running.at
  return threeHour.at > runningAt ? threeHour.data : running.data
}

async function readIndex(
  id: 'kp' | 'kp_3h',
  maxAgeMs: number,
  atMs: number,
  { series, settings }: Context,
): Promise<KpAt | undefined> {
  const last = await series.lastAtOrBefore(id, atMs, maxAgeMs)
  if (!last) return undefined
  // What is in force early in a window is of the window before.
  const span = await series.read(id, last.at - hours(4), last.at + 1)
  const readings = span.columns.kp.flatMap((value, row): KpReading[] =>
    value === null ? [] : [{ at: span.startMs + row * span.stepMs, kp: value }],
  )
  const source = sourceOfRow(id, last.feed, settings.sourceNote)
  return { at: last.at, data: toKpData({ running: id === 'kp', readings }, source) }
}

/**
 * Converts the value in force to the payload: at the start of a three-hour window, that of the previous one.
 */
export function toKpData(readings: KpReadings, source: string): v.InferOutput<typeof data> {
  const { at, kp } = effectiveKp(readings, readings.readings.length - 1)
  return { kp, as_of: iso(at), source }
}
