import * as v from 'valibot'
import { dataEndpoint } from '#declare/data-endpoint'
import { fromMeasured } from '#declare/measured'
import { instant, quantity, sourceLabel } from '#declare/schemas'
import { iso, minutes } from '#time'
import { inForce, type KpReadings, planetaryKIndex } from '#upstreams/swpc-kp'

const data = v.strictObject({
  kp: quantity(
    'Latest planetary K index, fractional. NOAA estimates it anew in each three-hour window (00, 03, … UTC): the running ' +
      'value falls to 0 when a window opens and climbs for about 30 minutes. Within the first 30 minutes of a window ' +
      'the greater of the running value and the last value of the window before is served',
    2.67,
    0,
    9,
  ),
  as_of: instant(
    'Instant the value refers to: that of the reading served, or the start of its three-hour window',
  ),
  source: sourceLabel('NOAA SWPC planetary K index (1 minute)'),
})

/** The planetary K index, the measure of geomagnetic disturbance. */
export const kp = dataEndpoint({
  path: '/v1/space-weather/kp',
  summary: 'Latest planetary K index',
  description:
    'The running estimate that NOAA SWPC makes every minute; the three-hour index when it is away or late.',
  tag: 'Space weather',
  access: 'key',
  ttlMs: minutes(15),
  data,
  source: fromMeasured(planetaryKIndex, toData),
})

export function toData(readings: KpReadings, source: string): v.InferOutput<typeof data> {
  const { at, kp } = inForce(readings, readings.readings.length - 1)
  return { kp, as_of: iso(at), source }
}
