import { ticks } from 'd3-array'
import { axes } from '#axes'
import { type Drawing, INK, type Mark, PALE_INK } from '#drawing'
import { formatLatitude, formatPerBillionKm3 } from '#numbers'
import { colourAt, type Rgb } from '#palette'
import { logarithmic } from '#scale'

/** Mean density by shell and band of latitude. */
export interface LatitudeAltitude {
  readonly latitude_edges_deg: readonly number[]
  readonly altitude_edges_km: readonly number[]
  readonly density_per_km3: readonly (readonly number[])[]
}

const WIDTH = 483
const PLOT = { x: 52, y: 8, width: 360, height: 160 }
const BAR = { x: 430, width: 10, steps: 40 }
const NOTHING: Rgb = [236, 238, 243]

/** Draws the density as a map of latitude against altitude with its logarithmic scale of colours. */
export function latitudeAltitudeMap({
  latitude_edges_deg: latitudes,
  altitude_edges_km: altitudes,
  density_per_km3: rows,
}: LatitudeAltitude): Drawing {
  const scale = logarithmic(rows.flat())
  const [lowest, highest] = [altitudes[0] ?? 0, altitudes.at(-1) ?? 2_000]
  const { marks, xOf, yOf } = axes(
    PLOT,
    {
      title: 'Latitude',
      least: -90,
      most: 90,
      ticks: [-90, -60, -30, 0, 30, 60, 90],
      format: formatLatitude,
    },
    { title: 'Altitude, km', least: lowest, most: highest, ticks: ticks(lowest, highest, 8) },
  )
  const cells = rows.flatMap((row, shell) =>
    row.map((density, band): Mark => {
      const place = scale.place(density)
      const x = xOf(latitudes[band] ?? 0)
      const bottom = yOf(altitudes[shell] ?? 0)
      const right = xOf(latitudes[band + 1] ?? 0)
      // Each box extends under the next higher one, which is drawn later, so that no gap appears between
      // them.
      const y = yOf(altitudes[shell + 2] ?? altitudes[shell + 1] ?? 0)
      const fill = place === undefined ? NOTHING : colourAt(place)
      return { x, y, width: right - x, height: bottom - y, fill }
    }),
  )
  const peak = rows.findIndex((row) => row.includes(scale.most))
  return {
    width: WIDTH,
    height: 200,
    description:
      scale.most > 0
        ? `Density by latitude and altitude as colours, highest at ${altitudes[peak]} to ` +
          `${altitudes[peak + 1]} km: ${formatPerBillionKm3(scale.most)} objects per billion km³`
        : 'Density by latitude and altitude: no objects',
    marks: [
      ...cells,
      ...marks.filter((mark) => !('path' in mark)),
      ...(scale.most > 0 ? colourBar(scale.at) : []),
    ],
  }
}

function colourBar(at: (place: number) => number): Mark[] {
  const height = PLOT.height - 16
  const bottom = PLOT.y + PLOT.height
  return [
    { x: BAR.x, y: PLOT.y + 6, text: 'per billion km³', size: 7.5, fill: INK },
    ...Array.from({ length: BAR.steps }, (_, i): Mark => {
      const fill = colourAt(i / (BAR.steps - 1))
      const rest = height - (i * height) / BAR.steps
      return { x: BAR.x, y: bottom - height, width: BAR.width, height: rest, fill }
    }),
    ...[0, 0.25, 0.5, 0.75, 1].map((place): Mark => {
      const y = Math.min(bottom, bottom - place * height + 2.8)
      return { x: BAR.x + 15, y, text: formatPerBillionKm3(at(place)), size: 7.5, fill: PALE_INK }
    }),
  ]
}
