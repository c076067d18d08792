import * as v from 'valibot'
import { measurementEndpoint } from '#features/space-weather/series/at-instant'
import type { Measurement } from '#features/space-weather/series/series-declarations'
import { POSSIBLE } from '#features/space-weather/swpc/measurement'
import { interplanetaryMagneticField } from '#features/space-weather/wind/swpc-mag'
import { instant, named, orNull, quantity, sourceLabel, text } from '#kernel/endpoint/schemas'
import { iso, minutes } from '#kernel/kit/time'

const data = v.strictObject({
  bt_nt: quantity('Magnitude of the interplanetary magnetic field, nT', 2.58, ...POSSIBLE.bt_nt),
  bx_gsm_nt: orNull(quantity('Component towards the Sun (GSM X), nT', -0.84, ...POSSIBLE.bx_gsm_nt)),
  by_gsm_nt: orNull(quantity('Component towards dusk (GSM Y), nT', -0.67, ...POSSIBLE.by_gsm_nt)),
  bz_gsm_nt: quantity(
    'Northward component (GSM Z), nT; strongly negative values drive storms',
    -2.31,
    ...POSSIBLE.bz_gsm_nt,
  ),
  spacecraft: orNull(
    text('Spacecraft that made the measurement; null if the upstream product does not name it', 'SOLAR1'),
  ),
  as_of: instant('Time of the measurement at L1'),
  source: sourceLabel('NOAA SWPC real-time interplanetary magnetic field (1 minute)'),
})

/** Serves the interplanetary magnetic field measured at L1. */
export const mag = measurementEndpoint(
  interplanetaryMagneticField,
  {
    path: '/v1/space-weather/mag',
    operationId: 'getMagneticField',
    summary: 'Real-time interplanetary magnetic field magnitude and Bz at L1',
    description:
      'Newest one-minute value of good quality from the spacecraft that NOAA SWPC marks as active, or ' +
      'otherwise from one on standby.',
    ttlMs: minutes(1),
    data: named('MagneticField', data),
  },
  toMagneticFieldData,
)

/** Converts a measurement to the payload. */
export function toMagneticFieldData(
  { at, values, instrument }: Measurement<'mag'>,
  source: string,
): v.InferOutput<typeof data> {
  return { ...values, spacecraft: instrument, as_of: iso(at), source }
}
