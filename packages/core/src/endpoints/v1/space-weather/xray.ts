import * as v from 'valibot'
import { dataEndpoint } from '#declare/data-endpoint'
import { fromMeasured } from '#declare/measured'
import { flareClassOf, radioBlackouts, scaleOf } from '#declare/scales'
import { instant, orNull, quantity, sourceLabel, text } from '#declare/schemas'
import { iso, minutes } from '#time'
import { type GoesFlux, xrayFlux } from '#upstreams/swpc-goes'

const data = v.strictObject({
  flux_w_m2: quantity('X-ray flux of the long band in W/m²', 4.697e-7, 0, 1),
  flare_class: text(
    'Class of a flare of this flux, cut off and not rounded; X10 and above keeps counting',
    'B4.6',
  ),
  band_nm: v.pipe(
    v.literal('0.1-0.8'),
    v.description('Wavelengths of the long band in nm'),
    v.examples(['0.1-0.8']),
  ),
  r_scale: v.pipe(
    v.picklist(radioBlackouts.map(({ scale }) => scale)),
    v.description('NOAA radio blackout scale, R0 (none) to R5 (extreme)'),
    v.examples(['R0']),
  ),
  satellite: orNull(text('Satellite that measured it', 'GOES-18')),
  as_of: instant('Instant of the measurement'),
  source: sourceLabel('NOAA SWPC GOES X-ray flux (primary)'),
})

/** The X-ray flux of the Sun, by which flares are classed. */
export const xray = dataEndpoint({
  path: '/v1/space-weather/xray',
  summary: 'Long-band X-ray flux and flare class',
  description: 'The newest minute of the primary GOES satellite; the secondary when it is away or late.',
  tag: 'Space weather',
  access: 'key',
  ttlMs: minutes(1),
  data,
  source: fromMeasured(xrayFlux, toData),
})

export function toData({ at, flux, satellite }: GoesFlux, source: string): v.InferOutput<typeof data> {
  return {
    flux_w_m2: flux,
    flare_class: flareClassOf(flux),
    band_nm: '0.1-0.8',
    r_scale: scaleOf(radioBlackouts, flux),
    satellite: satellite === null ? null : `GOES-${satellite}`,
    as_of: iso(at),
    source,
  }
}
