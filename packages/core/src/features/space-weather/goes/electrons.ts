import * as v from 'valibot'
import { electronFlux } from '#features/space-weather/goes/swpc-goes'
import { measurementEndpoint } from '#features/space-weather/series/at-instant'
import type { Measurement } from '#features/space-weather/series/series-declarations'
import { POSSIBLE } from '#features/space-weather/swpc/measurement'
import { instant, named, orNull, quantity, sourceLabel, text } from '#kernel/endpoint/schemas'
import { iso, minutes } from '#kernel/kit/time'

const data = v.strictObject({
  flux_pfu: quantity('Integral electron flux, pfu: particles per (cm² s sr)', 634.5, ...POSSIBLE.flux_pfu),
  energy_min_mev: v.pipe(
    v.literal(2),
    v.description('Minimum electron energy counted, MeV'),
    v.examples([2]),
  ),
  satellite: orNull(text('Satellite that took the measurement', 'GOES-19')),
  as_of: instant('Time of the measurement'),
  source: sourceLabel('NOAA SWPC GOES integral electron flux (primary)'),
})

/** Serves the flux of relativistic electrons at geostationary orbit. */
export const electrons = measurementEndpoint(
  electronFlux,
  {
    path: '/v1/space-weather/electrons',
    operationId: 'getElectronFlux',
    summary: 'Electron flux, 2 MeV and above',
    description:
      'Newest five-minute value from the primary GOES satellite. If that is unavailable or late, the value ' +
      'comes from the secondary satellite. NOAA issues alerts from 1,000 pfu, at which satellites may ' +
      'suffer internal charging. The flux varies over the day and peaks at the satellite’s local noon.',
    ttlMs: minutes(5),
    data: named('ElectronFlux', data),
  },
  toElectronFluxData,
)

/** Converts a measurement to the payload. */
export function toElectronFluxData(
  { at, values, instrument }: Measurement<'electrons'>,
  source: string,
): v.InferOutput<typeof data> {
  return { ...values, energy_min_mev: 2, satellite: instrument, as_of: iso(at), source }
}
