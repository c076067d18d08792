import * as v from 'valibot'
import { named, quantity } from '#endpoint/schemas'
import { minutes } from '#kit/time'
import {
  type AbsorptionGrid,
  absorptionFacts,
  absorptionGrid,
  absorptionGridIn,
} from '#space-weather/endpoints/absorption-grid'
import { type Point, roundTo, valueAt } from '#space-weather/grid/grid'
import { gridAtPlace, placeMembers } from '#space-weather/grid/grid-at-place'
import { absorptionMap } from '#space-weather/swpc/drap'

const data = v.strictObject({
  ...placeMembers,
  frequency_mhz: quantity(
    'Highest frequency with an absorption of 1 dB on a vertical path above the place, MHz: between the four ' +
      'crossings of the grid around it; 0 for none',
    12.3,
    0,
    100,
  ),
  ...absorptionFacts,
})

/** Serves the absorption of HF radio at a place. */
export const absorption = gridAtPlace(
  {
    path: '/v1/space-weather/absorption',
    operationId: 'getAbsorption',
    summary: 'Absorption of HF radio at a place',
    description:
      'Of NOAA’s D-RAP model, from X-rays and protons. Lower frequencies are absorbed more, and a signal on a ' +
      'slanting path more than on a vertical one.',
    ttlMs: minutes(2),
    data: named('AbsorptionAtPlace', data),
  },
  { grid: absorptionGrid, maxAgeMs: absorptionMap.maxAgeMs, toData: toAbsorptionData },
)

/** Converts the grid to the payload of a place. */
function toAbsorptionData(map: AbsorptionGrid, place: Point): v.InferOutput<typeof data> {
  const { latitude_deg: _, longitude_deg: __, frequency_mhz: ___, highest_mhz: ____, ...facts } = map
  return {
    latitude_deg: place.latitudeDeg,
    longitude_deg: place.longitudeDeg,
    frequency_mhz: roundTo(valueAt(absorptionGridIn(map), place), 1),
    ...facts,
  }
}
