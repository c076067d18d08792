import * as v from 'valibot'
import { dataEndpoint } from '#declare/data-endpoint'
import { fromMeasured } from '#declare/measured'
import { radiationStorms, scaleOf } from '#declare/scales'
import { instant, orNull, quantity, sourceLabel, text } from '#declare/schemas'
import { iso, minutes } from '#time'
import { type GoesFlux, protonFlux } from '#upstreams/swpc-goes'

const data = v.strictObject({
  flux_pfu: quantity('Integral proton flux in pfu: particles per cm², s and sr', 0.2286, 0, 1e7),
  energy_min_mev: v.pipe(
    v.literal(10),
    v.description('Least energy of the protons counted, in MeV'),
    v.examples([10]),
  ),
  s_scale: v.pipe(
    v.picklist(radiationStorms.map(({ scale }) => scale)),
    v.description('NOAA solar radiation storm scale, S0 (none) to S5 (extreme)'),
    v.examples(['S0']),
  ),
  satellite: orNull(text('Satellite that measured it', 'GOES-18')),
  as_of: instant('Instant of the measurement'),
  source: sourceLabel('NOAA SWPC GOES integral proton flux (primary)'),
})

/** The flux of energetic protons at geostationary orbit. */
export const proton = dataEndpoint({
  path: '/v1/space-weather/proton',
  summary: 'Proton flux, 10 MeV and above',
  description:
    'The newest five minutes of the primary GOES satellite, the secondary when it is away or late: a proxy for solar ' +
    'energetic particles.',
  tag: 'Space weather',
  access: 'key',
  ttlMs: minutes(5),
  data,
  source: fromMeasured(protonFlux, toData),
})

export function toData({ at, flux, satellite }: GoesFlux, source: string): v.InferOutput<typeof data> {
  return {
    flux_pfu: flux,
    energy_min_mev: 10,
    s_scale: scaleOf(radiationStorms, flux),
    satellite: satellite === null ? null : `GOES-${satellite}`,
    as_of: iso(at),
    source,
  }
}
