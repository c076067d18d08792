import { colourAt, type Drawing, type Mark, PALE_INK, RULE, ticks } from '@space-data/charts'
import { formatPerBillionKm3, groupThousands } from '@space-data/charts/text'
import { captions, FRAME } from '#shell/charts/drawing'
import { layerDensity, type Profile } from '#shell/shell-data'

const PLOT = { x: 92, y: 104, width: 956, height: 432 }

/** Draws the density of every shell as a bar at its altitude. */
export function shellProfile({ shells, source, computed_at, catalogue_epoch }: Profile): Drawing {
  const [lowest, highest] = [shells[0]?.altitude_min_km ?? 0, shells.at(-1)?.altitude_max_km ?? 0]
  const densities = shells.map(layerDensity)
  const most = Math.max(...densities)
  const densest = shells[densities.indexOf(most)]
  const total = shells.reduce((sum, { objects_total }) => sum + objects_total, 0)
  const peak =
    `${formatPerBillionKm3(most)} per billion km³ at ${densest?.altitude_min_km} to ` +
    `${densest?.altitude_max_km} km`
  const range = `${lowest} to ${highest} km`
  const xOf = (altitude: number) => PLOT.x + ((altitude - lowest) / (highest - lowest)) * PLOT.width
  const heightOf = (density: number) => (most > 0 ? (density / most) * PLOT.height : 0)
  const bottom = PLOT.y + PLOT.height
  return {
    ...FRAME,
    description: `Density of catalogued objects by altitude from ${range}: greatest ${peak}`,
    marks: [
      ...captions(
        'Density of catalogued objects by altitude',
        [
          `${groupThousands(Math.round(total))} objects at any time from ${range}. Greatest ` +
            `density ${peak}.`,
          `Propagated over 24 h from ${catalogue_epoch.slice(0, 16)}Z. Altitudes above 6378.137 km.`,
        ],
        `${source}, computed ${computed_at.slice(0, 16)}Z. Catalogued objects only: about 10 cm and larger.`,
      ),
      ...ticks(0, most, 6).flatMap((density) => densityTick(density, bottom - heightOf(density))),
      ...shells.map((shell, i) => {
        const [x, height] = [xOf(shell.altitude_min_km), heightOf(densities[i] ?? 0)]
        const hint =
          `${shell.altitude_min_km} to ${shell.altitude_max_km} km: ` +
          `${formatPerBillionKm3(densities[i] ?? 0)} per billion km³, ${shell.objects_total.toFixed(1)} objects`
        const width = xOf(shell.altitude_max_km) - x - 1
        const fill = colourAt(0.2 + (0.65 * height) / PLOT.height)
        return { x, y: bottom - height, width: Math.max(1, width), height, fill, hint }
      }),
      ...ticks(lowest, highest, 12).flatMap((altitude) => altitudeTick(altitude, xOf(altitude), bottom)),
      { x: PLOT.x, y: bottom - 0.5, width: PLOT.width, height: 1, fill: PALE_INK },
      { x: PLOT.x + PLOT.width / 2, y: bottom + 42, text: 'Altitude, km', anchor: 'middle', ...label },
      {
        x: 24,
        y: PLOT.y + PLOT.height / 2,
        text: 'Objects per billion km³',
        anchor: 'middle',
        rotated: true,
        ...label,
      },
    ],
  }
}

const label = { size: 13, fill: PALE_INK } as const

function densityTick(density: number, y: number): Mark[] {
  return [
    { x: PLOT.x, y: y - 0.5, width: PLOT.width, height: 1, fill: RULE },
    { x: PLOT.x - 10, y: y + 4.5, text: formatPerBillionKm3(density), anchor: 'end', ...label },
  ]
}

function altitudeTick(altitude: number, x: number, bottom: number): Mark[] {
  return [
    { x: x - 0.5, y: bottom, width: 1, height: 6, fill: PALE_INK },
    { x, y: bottom + 21, text: String(altitude), anchor: 'middle', ...label },
  ]
}
