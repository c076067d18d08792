import {
  type Box,
  colourAt,
  type Drawing,
  INK,
  type Label,
  logarithmic,
  type Mark,
  PALE_INK,
  type Rgb,
  type Scale,
} from '@space-data/charts'
import { formatPerBillionKm3 } from '@space-data/charts/text'
import { captions, FRAME } from '#shell/charts/drawing'
import { type Bin, type Density, formatDegrees, objectsByKind } from '#shell/shell-data'

/** Plot area: 24 points per 10 degrees. */
const PLOT = { x: 72, y: 104, width: 864, height: 432 }
const POINTS_TO_DEGREE = PLOT.width / 360

/** Draws a shell as an equirectangular map with axes, legend and totals. */
export function shellMap(data: Density): Drawing {
  const scale = logarithmic(data.bins.map(({ density_per_km3 }) => density_per_km3))
  const shell = `${data.altitude_min_km}–${data.altitude_max_km} km`
  const total = data.objects_total.toFixed(1)
  const kinds = objectsByKind(data.by_type).map(([kind, objects]) => `${kind} ${objects.toFixed(1)}`)
  const mean = formatPerBillionKm3(data.mean_density_per_km3)
  return {
    ...FRAME,
    description:
      `Density of catalogued objects in the shell ${shell}: ${total} objects at any time, mean density ` +
      `${mean} per billion km³`,
    marks: [
      ...captions(
        `Density of catalogued objects in the shell ${shell}`,
        [
          `${total} objects at any time: ${kinds.join(', ')}. Mean density ${mean} per billion km³.`,
          `Propagated over 24 h from ${data.catalogue_epoch.slice(0, 16)}Z. Altitudes above 6378.137 km.`,
        ],
        `${data.source}, computed ${data.computed_at.slice(0, 16)}Z. Catalogued objects only: about 10 ` +
          'cm and larger.',
      ),
      ...data.bins.map((bin) => cell(bin, data, scale)),
      ...longitudes(),
      ...latitudes(),
      ...legend(scale),
    ],
  }
}

const NOTHING: Rgb = [0, 0, 0]

function cell(bin: Bin, { latitude_step_deg, longitude_step_deg }: Density, scale: Scale): Box {
  const { latitude_deg, longitude_deg, density_per_km3, objects } = bin
  const place = scale.place(density_per_km3)
  return {
    x: PLOT.x + (longitude_deg - longitude_step_deg / 2 + 180) * POINTS_TO_DEGREE,
    y: PLOT.y + (90 - latitude_deg - latitude_step_deg / 2) * POINTS_TO_DEGREE,
    width: longitude_step_deg * POINTS_TO_DEGREE,
    height: latitude_step_deg * POINTS_TO_DEGREE,
    fill: place === undefined ? NOTHING : colourAt(place),
    hint:
      `${formatDegrees(latitude_deg, 'NS')} ${formatDegrees(longitude_deg, 'EW')}: ` +
      `${formatPerBillionKm3(density_per_km3)} per billion km³, ${objects.toFixed(2)} objects`,
  }
}

const label = { size: 13, fill: PALE_INK } as const

function longitudes(): Mark[] {
  const bottom = PLOT.y + PLOT.height
  const ticks = [-180, -120, -60, 0, 60, 120, 180].flatMap((longitude): Mark[] => {
    const x = PLOT.x + (longitude + 180) * POINTS_TO_DEGREE
    return [
      { x: x - 0.5, y: bottom, width: 1, height: 6, fill: PALE_INK },
      { x, y: bottom + 21, text: formatDegrees(longitude, 'EW'), anchor: 'middle', ...label },
    ]
  })
  const title: Label = {
    x: PLOT.x + PLOT.width / 2,
    y: bottom + 42,
    text: 'Longitude',
    anchor: 'middle',
    ...label,
  }
  return [...ticks, title]
}

function latitudes(): Mark[] {
  const ticks = [90, 60, 30, 0, -30, -60, -90].flatMap((latitude): Mark[] => {
    const y = PLOT.y + (90 - latitude) * POINTS_TO_DEGREE
    return [
      { x: PLOT.x - 6, y: y - 0.5, width: 6, height: 1, fill: PALE_INK },
      { x: PLOT.x - 10, y: y + 4.5, text: formatDegrees(latitude, 'NS'), anchor: 'end', ...label },
    ]
  })
  const middle = PLOT.y + PLOT.height / 2
  return [...ticks, { x: 20, y: middle, text: 'Latitude', anchor: 'middle', rotated: true, ...label }]
}

const STRIP = { x: PLOT.x + PLOT.width + 24, width: 18, steps: 108 }

/** Color bar with the highest value on top and five labels. */
function legend({ at, least, most }: Scale): Mark[] {
  const high = PLOT.height / STRIP.steps
  const strip = Array.from({ length: STRIP.steps }, (_, i) => ({
    x: STRIP.x,
    y: PLOT.y + i * high,
    width: STRIP.width,
    height: high,
    fill: colourAt(1 - i / (STRIP.steps - 1)),
  }))
  const right = STRIP.x + STRIP.width
  const values = most > least ? [0, 0.25, 0.5, 0.75, 1] : []
  const ticks = values.flatMap((place): Mark[] => {
    const y = PLOT.y + (1 - place) * PLOT.height
    return [
      { x: right, y: y - 0.5, width: 5, height: 1, fill: PALE_INK },
      { x: right + 9, y: y + 4.5, text: formatPerBillionKm3(at(place)), ...label },
    ]
  })
  const title: Label = { x: STRIP.x, y: PLOT.y - 33, text: 'Objects per billion km³', size: 13, fill: INK }
  const note: Label = { x: STRIP.x, y: PLOT.y - 14, text: 'logarithmic', ...label }
  return [...strip, ...ticks, title, note]
}
