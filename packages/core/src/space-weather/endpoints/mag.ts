import * as v from 'valibot'
import { fromMeasurement } from '#endpoint/measured'
import { instant, named, orNull, quantity, sourceLabel, text } from '#endpoint/schemas'
import { iso, minutes } from '#kit/time'
import type { StoredRow } from '#space-weather/series/series-span'
import { interplanetaryMagneticField, type MagneticField } from '#space-weather/swpc/mag'
import { newestOrAt, recordedValue } from '#space-weather/values/at-instant'

const data = v.strictObject({
  bt_nt: quantity('Magnitude of the interplanetary magnetic field, nT', 2.58, 0, 500),
  bx_gsm_nt: orNull(quantity('Component towards the Sun (GSM X), nT', -0.84, -500, 500)),
  by_gsm_nt: orNull(quantity('Component towards dusk (GSM Y), nT', -0.67, -500, 500)),
  bz_gsm_nt: quantity(
    'Northward component (GSM Z), nT; strongly negative values drive storms',
    -2.31,
    -500,
    500,
  ),
  spacecraft: orNull(
    text('Spacecraft that took the measurement; null if the upstream product does not name it', 'SOLAR1'),
  ),
  as_of: instant('Time of the measurement at L1'),
  source: sourceLabel('NOAA SWPC real-time interplanetary magnetic field (1 minute)'),
})

/** Serves the interplanetary magnetic field measured at L1. */
export const mag = newestOrAt(
  {
    path: '/v1/space-weather/mag',
    operationId: 'getMagneticField',
    summary: 'Real-time interplanetary magnetic field magnitude and Bz at L1',
    description:
      'Newest one-minute value of good quality from the spacecraft that NOAA SWPC marks as active, else from ' +
      'one on standby.',
    tag: 'Space weather',
    access: 'key',
    ttlMs: minutes(1),
    data: named('MagneticField', data),
    source: fromMeasurement(interplanetaryMagneticField, toMagneticFieldData),
  },
  recordedValue('mag', interplanetaryMagneticField, toField, toMagneticFieldData),
)

function toField({ at, values, instrument }: StoredRow<'mag'>): MagneticField | undefined {
  const { bt_nt, bx_gsm_nt = null, by_gsm_nt = null, bz_gsm_nt } = values
  if (typeof bt_nt !== 'number' || typeof bz_gsm_nt !== 'number') return undefined
  return { at, bt_nt, bx_gsm_nt, by_gsm_nt, bz_gsm_nt, spacecraft: instrument }
}

/** Converts a measurement to the payload. */
export function toMagneticFieldData(
  { at, ...field }: MagneticField,
  source: string,
): v.InferOutput<typeof data> {
  const { bt_nt, bx_gsm_nt, by_gsm_nt, bz_gsm_nt, spacecraft } = field
  return { bt_nt, bx_gsm_nt, by_gsm_nt, bz_gsm_nt, spacecraft, as_of: iso(at), source }
}
