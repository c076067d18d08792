import * as v from 'valibot'
import { type Absorption, absorptionMap } from '#features/space-weather/absorption/swpc-drap'
import { highestOf } from '#features/space-weather/grid/grid'
import { gridEndpoint, gridIn, membersOf } from '#features/space-weather/grid/grid-endpoint'
import { gridAxes, gridRows } from '#features/space-weather/grid/grid-schemas'
import { fromMeasurement } from '#kernel/endpoint/measured'
import { instant, named, orNull, quantity, sourceLabel, text } from '#kernel/endpoint/schemas'
import { iso, minutes } from '#kernel/kit/time'

/** Members that do not depend on the location. */
export const absorptionFacts = {
  recovery_time: orNull(
    text('NOAA’s estimate of when the blackout ends, in NOAA’s words; null if there is none', '1 hour'),
  ),
  xray_message: orNull(
    text('NOAA’s message about the X-ray flux; null if there is none', 'Normal X-ray Background'),
  ),
  xray_warning: orNull(
    text('NOAA’s warning about the X-ray data; null if there is none', 'NO NEW X-RAY FLUX'),
  ),
  proton_message: orNull(
    text('NOAA’s message about the protons; null if there is none', 'Normal Proton Background'),
  ),
  proton_warning: orNull(
    text('NOAA’s warning about the proton data; null if there is none', 'NO NEW PROTON FLUX'),
  ),
  as_of: instant('Time that the map refers to'),
  source: sourceLabel('NOAA SWPC HF absorption (D-RAP)'),
}

const data = v.strictObject({
  ...gridAxes,
  frequency_mhz: gridRows(
    'Highest frequency with an absorption of 1 dB on a vertical path, MHz, as one list per row; 0 for no ' +
      'absorption',
    [0, 4.2],
  ),
  highest_mhz: quantity('Highest value of the grid, MHz', 21.4, 0, 100),
  ...absorptionFacts,
})

export type AbsorptionGrid = v.InferOutput<typeof data>

/** Member of the payload that contains the values of the grid. */
const VALUES = 'frequency_mhz'

/** Serves NOAA's map of the absorption of HF radio. */
export const absorptionGrid = gridEndpoint(
  {
    path: '/v1/space-weather/absorption/grid',
    operationId: 'getAbsorptionGrid',
    summary: 'Global map of HF radio absorption',
    description:
      'Output of NOAA SWPC’s D-RAP model, computed from X-ray and proton fluxes. The grid has 90 rows, 2° ' +
      'apart, from south to north, and 90 columns, 4° apart, from 178° W eastwards. Lower frequencies are ' +
      'absorbed more. The GeoJSON form contains the areas with at least 5, 10, 15, 20, 25 and 30 MHz.',
    ttlMs: minutes(2),
    data: named('AbsorptionGrid', data),
    source: fromMeasurement(absorptionMap, toAbsorptionGridData),
  },
  {
    values: VALUES,
    levels: [5, 10, 15, 20, 25, 30],
    properties: ({ as_of }) => ({ as_of }),
  },
)

function toAbsorptionGridData(map: Absorption, source: string): AbsorptionGrid {
  return {
    ...membersOf(map.grid, VALUES),
    highest_mhz: highestOf(map.grid),
    recovery_time: map.recoveryTime,
    xray_message: map.xrayMessage,
    xray_warning: map.xrayWarning,
    proton_message: map.protonMessage,
    proton_warning: map.protonWarning,
    as_of: iso(map.validAt),
    source,
  }
}

export function absorptionGridIn(data: AbsorptionGrid) {
  return gridIn(data, VALUES)
}
