import * as v from 'valibot'
import { dataEndpoint } from '#declare/data-endpoint'
import { fromMeasured } from '#declare/measured'
import { instant, orNull, quantity, sourceLabel, text } from '#declare/schemas'
import { iso, minutes } from '#time'
import { interplanetaryMagneticField, type MagneticField } from '#upstreams/swpc-mag'

const data = v.strictObject({
  bt_nt: quantity('Magnitude of the interplanetary magnetic field in nT', 2.58, 0, 500),
  bx_gsm_nt: orNull(quantity('Component towards the Sun in nT, GSM', -0.84, -500, 500)),
  by_gsm_nt: orNull(quantity('Component towards dusk in nT, GSM', -0.67, -500, 500)),
  bz_gsm_nt: quantity(
    'Northward component in nT, GSM; a strongly negative one drives storms',
    -2.31,
    -500,
    500,
  ),
  spacecraft: orNull(
    text('Spacecraft that measured it; null when the upstream product does not tell', 'SOLAR1'),
  ),
  as_of: instant('Instant of the measurement at L1'),
  source: sourceLabel('NOAA SWPC real-time interplanetary magnetic field (1 minute)'),
})

/** The magnetic field that the solar wind carries, at L1. */
export const mag = dataEndpoint({
  path: '/v1/space-weather/mag',
  summary: 'Real-time interplanetary magnetic field magnitude and Bz at L1',
  description:
    'The newest minute of good quality from the spacecraft that NOAA SWPC holds active, else from one on standby.',
  tag: 'Space weather',
  access: 'key',
  ttlMs: minutes(1),
  data,
  source: fromMeasured(interplanetaryMagneticField, toData),
})

export function toData({ at, ...field }: MagneticField, source: string): v.InferOutput<typeof data> {
  const { bt_nt, bx_gsm_nt, by_gsm_nt, bz_gsm_nt, spacecraft } = field
  return { bt_nt, bx_gsm_nt, by_gsm_nt, bz_gsm_nt, spacecraft, as_of: iso(at), source }
}
