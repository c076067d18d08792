import * as v from 'valibot'
import { fromMeasurement } from '#endpoint/measured'
import { instant, named, orNull, quantity, sourceLabel, text } from '#endpoint/schemas'
import { iso, minutes } from '#kit/time'
import { highestOf } from '#space-weather/grid/grid'
import { gridEndpoint, gridIn, membersOf } from '#space-weather/grid/grid-endpoint'
import { gridAxes, gridRows } from '#space-weather/grid/grid-schemas'
import { type Absorption, absorptionMap } from '#space-weather/swpc/drap'

/** What the product says of itself, which does not depend on the place. */
export const absorptionFacts = {
  recovery_time: orNull(
    text('NOAA’s estimate of when a blackout is over, in its words; null for none', '1 hour'),
  ),
  xray_message: orNull(text('NOAA’s words on the X-ray flux; null for none', 'Normal X-ray Background')),
  xray_warning: orNull(text('NOAA’s warning about the X-ray data; null for none', 'NO NEW X-RAY FLUX')),
  proton_message: orNull(text('NOAA’s words on the protons; null for none', 'Normal Proton Background')),
  proton_warning: orNull(text('NOAA’s warning about the proton data; null for none', 'NO NEW PROTON FLUX')),
  as_of: instant('The instant that the map is of'),
  source: sourceLabel('NOAA SWPC HF absorption (D-RAP)'),
}

const data = v.strictObject({
  ...gridAxes,
  frequency_mhz: gridRows(
    'Highest frequency with an absorption of 1 dB on a vertical path, MHz; 0 for none: a list for each row',
    [0, 4.2],
  ),
  highest_mhz: quantity('Highest value of the grid, MHz', 21.4, 0, 100),
  ...absorptionFacts,
})

/** The payload of the grid of the absorption. */
export type AbsorptionGrid = v.InferOutput<typeof data>

/** Name of the values of the grid. */
const VALUES = 'frequency_mhz'

/** Serves NOAA's map of the absorption of HF radio. */
export const absorptionGrid = gridEndpoint(
  {
    path: '/v1/space-weather/absorption/grid',
    operationId: 'getAbsorptionGrid',
    summary: 'Absorption of HF radio on the whole Earth',
    description:
      'The D-RAP model of NOAA SWPC, from X-rays and protons: 90 rows of 2° from south to north, 90 columns of 4° ' +
      'from 178° W eastwards. Lower frequencies are absorbed more. As GeoJSON, the areas of at least 5, 10, 15, ' +
      '20, 25 and 30 MHz.',
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

/** Converts a map to the payload. */
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

/** Returns the grid in the payload. */
export function absorptionGridIn(data: AbsorptionGrid) {
  return gridIn(data, VALUES)
}
