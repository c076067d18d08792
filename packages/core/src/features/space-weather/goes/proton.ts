import * as v from 'valibot'
import { protonFlux } from '#features/space-weather/goes/swpc-goes'
import { radiationStorms, scaleFor } from '#features/space-weather/scales/noaa-scales'
import { measurementEndpoint } from '#features/space-weather/series/at-instant'
import type { Measurement } from '#features/space-weather/series/series-declarations'
import { POSSIBLE } from '#features/space-weather/swpc/measurement'
import { instant, named, orNull, quantity, sourceLabel, text } from '#kernel/endpoint/schemas'
import { iso, minutes } from '#kernel/kit/time'

const data = v.strictObject({
  flux_pfu: quantity('Integral proton flux, pfu: particles per (cm² s sr)', 0.2286, ...POSSIBLE.flux_pfu),
  energy_min_mev: v.pipe(
    v.literal(10),
    v.description('Minimum proton energy counted, MeV'),
    v.examples([10]),
  ),
  s_scale: v.pipe(
    v.picklist(radiationStorms.map(({ scale }) => scale)),
    v.description('NOAA solar radiation storm scale, S0 (none) to S5 (extreme)'),
    v.examples(['S0']),
  ),
  satellite: orNull(text('Satellite that took the measurement', 'GOES-18')),
  as_of: instant('Time of the measurement'),
  source: sourceLabel('NOAA SWPC GOES integral proton flux (primary)'),
})

/** Serves the flux of energetic protons at geostationary orbit. */
export const proton = measurementEndpoint(
  protonFlux,
  {
    path: '/v1/space-weather/proton',
    operationId: 'getProtonFlux',
    summary: 'Proton flux, 10 MeV and above',
    description:
      'Newest five-minute value from the primary GOES satellite. If that is unavailable or late, the value ' +
      'comes from the secondary satellite. An indicator of solar energetic particles.',
    ttlMs: minutes(5),
    data: named('ProtonFlux', data),
  },
  toProtonFluxData,
)

/** Converts a measurement to the payload and adds its S scale. */
export function toProtonFluxData(
  { at, values, instrument }: Measurement<'proton'>,
  source: string,
): v.InferOutput<typeof data> {
  return {
    ...values,
    energy_min_mev: 10,
    s_scale: scaleFor(radiationStorms, values.flux_pfu),
    satellite: instrument,
    as_of: iso(at),
    source,
  }
}
