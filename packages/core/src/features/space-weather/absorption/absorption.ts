import * as v from 'valibot'
import {
  type AbsorptionGrid,
  absorptionFacts,
  absorptionGrid,
  absorptionGridIn,
} from '#features/space-weather/absorption/absorption-grid'
import { absorptionMap } from '#features/space-weather/absorption/swpc-drap'
import { type Point, roundTo, valueAt } from '#features/space-weather/grid/grid'
import { gridAtPlace, placeMembers } from '#features/space-weather/grid/grid-at-place'
import { named, quantity } from '#kernel/endpoint/schemas'
import { minutes } from '#kernel/kit/time'

const data = v.strictObject({
  ...placeMembers,
  frequency_mhz: quantity(
    'Highest frequency with an absorption of 1 dB on a vertical path above the location, MHz, interpolated ' +
      'from the four nearest grid points; 0 for no absorption',
    12.3,
    0,
    100,
  ),
  ...absorptionFacts,
})

/** Serves the absorption of HF radio at a location. */
export const absorption = gridAtPlace(
  {
    path: '/v1/space-weather/absorption',
    operationId: 'getAbsorption',
    summary: 'HF radio absorption at a location',
    description:
      'From NOAA’s D-RAP model, which uses X-ray and proton fluxes. Lower frequencies are absorbed more. A ' +
      'signal on a slanting path is absorbed more than a signal on a vertical path.',
    ttlMs: minutes(2),
    data: named('AbsorptionAtPlace', data),
  },
  { grid: absorptionGrid, maxAgeMs: absorptionMap.maxAgeMs, toData: toAbsorptionData },
)

/** Converts the grid to the payload for a location. */
function toAbsorptionData(map: AbsorptionGrid, place: Point): v.InferOutput<typeof data> {
  const { latitude_deg: _, longitude_deg: __, frequency_mhz: ___, highest_mhz: ____, ...facts } = map
  return {
    latitude_deg: place.latitudeDeg,
    longitude_deg: place.longitudeDeg,
    frequency_mhz: roundTo(valueAt(absorptionGridIn(map), place), 1),
    ...facts,
  }
}
