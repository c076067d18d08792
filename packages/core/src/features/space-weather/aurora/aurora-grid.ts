import * as v from 'valibot'
import { type AuroraForecast, auroraForecast, ovationGrid } from '#features/space-weather/aurora/swpc-ovation'
import { hemisphereOf, highestOf } from '#features/space-weather/grid/grid'
import { gridEndpoint, gridIn, membersOf } from '#features/space-weather/grid/grid-endpoint'
import { gridAxes, gridRows } from '#features/space-weather/grid/grid-schemas'
import { fromMeasurement } from '#kernel/endpoint/measured'
import { instant, named, quantity, sourceLabel } from '#kernel/endpoint/schemas'
import { iso, minutes } from '#kernel/kit/time'
import { decodeBytes, encodeBytes } from '#kernel/storage/base64'

/** Time of the observation behind an aurora forecast, and the time it refers to. */
export const auroraInstants = {
  observed_at: instant('Time of the solar wind measurement at L1 that the forecast is based on'),
  forecast_at: instant(
    'Time that the forecast refers to, when that solar wind arrives',
    '2026-11-21T13:14:00.000Z',
  ),
}

const data = v.strictObject({
  ...auroraInstants,
  ...gridAxes,
  probability_percent: gridRows(
    'Probability of aurora above each grid point, percent, as one list per row',
    [0, 3],
  ),
  highest_north_percent: quantity('Highest probability in the northern hemisphere, percent', 87, 0, 100),
  highest_south_percent: quantity('Highest probability in the southern hemisphere, percent', 74, 0, 100),
  as_of: instant('The same as observed_at'),
  source: sourceLabel('NOAA SWPC aurora forecast (OVATION)'),
})

export type AuroraGrid = v.InferOutput<typeof data>

/** Member of the payload that contains the values of the grid. */
const VALUES = 'probability_percent'

/** Serves NOAA's aurora forecast for the whole Earth. */
export const auroraGrid = gridEndpoint(
  {
    path: '/v1/space-weather/aurora/grid',
    operationId: 'getAuroraGrid',
    summary: 'Global aurora forecast on a one-degree grid',
    description:
      'Output of NOAA SWPC’s OVATION model, for 30 to 90 minutes after the solar wind was measured at L1. ' +
      'The grid has 181 rows from the South Pole to the North Pole and 360 columns from Greenwich ' +
      'eastwards. The GeoJSON form contains the areas with at least 10, 30, 50 and 70 %.',
    ttlMs: minutes(5),
    data: named('AuroraGrid', data),
    source: fromMeasurement(auroraForecast, toAuroraGridData),
    packing: { pack, unpack },
  },
  {
    values: VALUES,
    levels: [10, 30, 50, 70],
    properties: ({ observed_at, forecast_at }) => ({ observed_at, forecast_at }),
  },
)

export function toAuroraGridData(
  { observedAt, forecastAt, grid }: AuroraForecast,
  source: string,
): AuroraGrid {
  return {
    observed_at: iso(observedAt),
    forecast_at: iso(forecastAt),
    ...membersOf(grid, VALUES),
    highest_north_percent: highestOf(hemisphereOf(grid, 'north')),
    highest_south_percent: highestOf(hemisphereOf(grid, 'south')),
    as_of: iso(observedAt),
    source,
  }
}

export function auroraGridIn(data: AuroraGrid) {
  return gridIn(data, VALUES)
}

/** Packs the payload for the store: one byte for each grid point. */
function pack({ latitude_deg: _, longitude_deg: __, probability_percent: rows, ...rest }: AuroraGrid) {
  return { ...rest, bytes: encodeBytes(Uint8Array.from(rows.flat())) }
}

/** Restores the members in their order, so that the body is identical byte for byte. */
function unpack(packed: unknown): AuroraGrid {
  const { bytes, observed_at, forecast_at, ...rest } = packed as ReturnType<typeof pack>
  return { observed_at, forecast_at, ...membersOf(ovationGrid(decodeBytes(bytes)), VALUES), ...rest }
}
