import * as v from 'valibot'
import { KP_NOTE } from '#features/space-weather/kp/kp-index'
import { type GeophysicalAlert, geophysicalAlert } from '#features/space-weather/kp/swpc-wwv'
import { POSSIBLE } from '#features/space-weather/swpc/measurement'
import { dataEndpoint } from '#kernel/endpoint/data-endpoint'
import { fromMeasurement } from '#kernel/endpoint/measured'
import { date, instant, named, quantity, sourceLabel } from '#kernel/endpoint/schemas'
import { iso, minutes, utcDay } from '#kernel/kit/time'

const data = v.strictObject({
  a_index: quantity(
    'Estimated planetary A index of the day: the eight K values of the day as one number on a linear scale',
    20,
    0,
    400,
  ),
  day: date('UTC day of the A index and of the flux', '2026-11-20'),
  flux_sfu: quantity('Radio flux at 10.7 cm of the day, sfu', 126, ...POSSIBLE.flux_sfu),
  kp: quantity('Estimated planetary K index of the last three hours, 0 to 9', 2.67, ...POSSIBLE.kp),
  kp_at: instant('End of those three hours', '2026-11-21T12:00:00.000Z'),
  as_of: instant('Time NOAA issued the message', '2026-11-21T12:05:00.000Z'),
  source: sourceLabel('NOAA SWPC geophysical alert message (WWV)'),
})

/** Serves the planetary A index, as the radio station WWV announces it. */
export const aIndex = dataEndpoint({
  path: '/v1/space-weather/a-index',
  operationId: 'getAIndex',
  summary: 'Planetary A index of the day, with the radio flux and K',
  description:
    'Contents of NOAA’s geophysical alert message, issued every three hours. From 21:00 UTC the A index ' +
    `and the flux are for the current day; before 21:00 UTC they are for the previous day. ${KP_NOTE}`,
  tag: 'Space weather',
  access: 'optional_key',
  ttlMs: minutes(15),
  data: named('AIndex', data),
  source: fromMeasurement(geophysicalAlert, toAIndexData),
})

/** Converts the message to the payload. */
export function toAIndexData(
  { issuedAt, dayMs, aIndex, fluxSfu, kp, kpAt }: GeophysicalAlert,
  source: string,
): v.InferOutput<typeof data> {
  return {
    a_index: aIndex,
    day: utcDay(dayMs),
    flux_sfu: fluxSfu,
    kp,
    kp_at: iso(kpAt),
    as_of: iso(issuedAt),
    source,
  }
}
