import * as v from 'valibot'
import { fromMeasurement } from '#endpoint/measured'
import { instant, named, orNull, quantity, sourceLabel, text } from '#endpoint/schemas'
import { iso, minutes } from '#kit/time'
import { radiationStorms, scaleFor } from '#space-weather/reference/scales'
import type { StoredRow } from '#space-weather/series/series-span'
import { type GoesFlux, protonFlux } from '#space-weather/swpc/goes'
import { newestOrAt, recordedValue } from '#space-weather/values/at-instant'

const data = v.strictObject({
  flux_pfu: quantity('Integral proton flux, pfu: particles per (cm² s sr)', 0.2286, 0, 1e7),
  energy_min_mev: v.pipe(v.literal(10), v.description('Lowest proton energy counted, MeV'), v.examples([10])),
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
export const proton = newestOrAt(
  {
    path: '/v1/space-weather/proton',
    operationId: 'getProtonFlux',
    summary: 'Proton flux, 10 MeV and above',
    description:
      'Newest five-minute value of the primary GOES satellite; of the secondary if that is unavailable or ' +
      'late. A proxy for solar energetic particles.',
    tag: 'Space weather',
    access: 'key',
    ttlMs: minutes(5),
    data: named('ProtonFlux', data),
    source: fromMeasurement(protonFlux, toProtonFluxData),
  },
  recordedValue('proton', protonFlux, toFlux, toProtonFluxData),
)

function toFlux({ at, values: { flux_pfu: flux }, instrument }: StoredRow<'proton'>): GoesFlux | undefined {
  return typeof flux === 'number' ? { at, flux, satellite: instrument } : undefined
}

/** Converts a measurement to the payload and adds its S scale. */
export function toProtonFluxData(
  { at, flux, satellite }: GoesFlux,
  source: string,
): v.InferOutput<typeof data> {
  return {
    flux_pfu: flux,
    energy_min_mev: 10,
    s_scale: scaleFor(radiationStorms, flux),
    satellite,
    as_of: iso(at),
    source,
  }
}
