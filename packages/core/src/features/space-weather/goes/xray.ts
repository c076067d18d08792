import * as v from 'valibot'
import { xrayFlux } from '#features/space-weather/goes/swpc-goes'
import { radioBlackouts, scaleFor, toFlareClass } from '#features/space-weather/scales/noaa-scales'
import { measurementEndpoint } from '#features/space-weather/series/at-instant'
import type { Measurement } from '#features/space-weather/series/series-declarations'
import { instant, named, orNull, quantity, sourceLabel, text } from '#kernel/endpoint/schemas'
import { iso, minutes } from '#kernel/kit/time'

const data = v.strictObject({
  flux_w_m2: quantity('X-ray flux in the long band, W/m²', 4.697e-7, 0, 1),
  flare_class: text(
    'Flare class of this flux, truncated, not rounded; values above X10 are possible',
    'B4.6',
  ),
  band_nm: v.pipe(
    v.literal('0.1-0.8'),
    v.description('Wavelength range of the long band, nm'),
    v.examples(['0.1-0.8']),
  ),
  r_scale: v.pipe(
    v.picklist(radioBlackouts.map(({ scale }) => scale)),
    v.description('NOAA radio blackout scale, R0 (none) to R5 (extreme)'),
    v.examples(['R0']),
  ),
  satellite: orNull(text('Satellite that took the measurement', 'GOES-18')),
  as_of: instant('Time of the measurement'),
  source: sourceLabel('NOAA SWPC GOES X-ray flux (primary)'),
})

/** Serves the solar X-ray flux, the measure of flare classes. */
export const xray = measurementEndpoint(
  xrayFlux,
  {
    path: '/v1/space-weather/xray',
    operationId: 'getXrayFlux',
    summary: 'Long-band X-ray flux and flare class',
    description:
      'Newest one-minute value from the primary GOES satellite. If that is unavailable or late, the value ' +
      'comes from the secondary satellite.',
    ttlMs: minutes(1),
    data: named('XrayFlux', data),
  },
  toXrayFluxData,
)

/** Converts a measurement to the payload and adds its flare class and R scale. */
export function toXrayFluxData(
  { at, values, instrument }: Measurement<'xray'>,
  source: string,
): v.InferOutput<typeof data> {
  return {
    ...values,
    flare_class: toFlareClass(values.flux_w_m2),
    band_nm: '0.1-0.8',
    r_scale: scaleFor(radioBlackouts, values.flux_w_m2),
    satellite: instrument,
    as_of: iso(at),
    source,
  }
}
