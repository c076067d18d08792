import * as v from 'valibot'
import { dataEndpoint } from '#declare/data-endpoint'
import { fromMeasurement } from '#declare/measured'
import { instant, named, quantity, sourceLabel } from '#declare/schemas'
import { iso, minutes } from '#time'
import { effectiveKp, type KpReadings, planetaryKIndex } from '#upstreams/swpc/kp'

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
export const kp = dataEndpoint({
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
})

/**
 * Converts the value in force to the payload: at the start of a three-hour window, that of the previous one.
 */
export function toKpData(readings: KpReadings, source: string): v.InferOutput<typeof data> {
  const { at, kp } = effectiveKp(readings, readings.readings.length - 1)
  return { kp, as_of: iso(at), source }
}
