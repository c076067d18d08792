import { colourAt } from '@space-data/charts'
import { formatPerBillionKm3 } from '@space-data/charts/text'
import { colorize } from '#kit/colors'
import type { ColorDepth } from '#kit/terminal'
import { ansiColorAt } from '#shell/charts/text-map'
import { type Density, formatDegrees, type Layer, layerDensity, mergeLayers } from '#shell/shell-data'

const LONGEST = 44
const MOST_LINES = 40

/**
 * Renders the density by altitude as bars, highest altitude on top, in 50 km steps if there are many shells.
 */
export function textProfile(layers: readonly Layer[], colors: ColorDepth = 1): string {
  const shown = (layers.length > MOST_LINES ? mergeLayers(layers, 50) : [...layers]).reverse()
  const rows = shown.map((layer) => ({
    place: `${layer.altitude_min_km} to ${layer.altitude_max_km}`,
    objects: layer.objects_total,
    density: layerDensity(layer),
  }))
  return renderBars('ALTITUDE KM', rows, colors)
}

/** Renders the density of a shell by latitude as bars, north on top; each bin is a band. */
export function textLatitudes({ bins }: Pick<Density, 'bins'>, colors: ColorDepth = 1): string {
  const rows = [...bins]
    .sort((one, other) => other.latitude_deg - one.latitude_deg)
    .map(({ latitude_deg, objects, density_per_km3 }) => ({
      place: formatDegrees(latitude_deg, 'NS'),
      objects,
      density: density_per_km3,
    }))
  return renderBars('LATITUDE', rows, colors)
}

interface Row {
  readonly place: string
  readonly objects: number
  /** Per km³. */
  readonly density: number
}

function renderBars(title: string, rows: readonly Row[], colors: ColorDepth): string {
  const most = rows.reduce((greatest, { density }) => Math.max(greatest, density), 0)
  const titles = `${title.padStart(12)}  ${'OBJECTS'.padStart(8)}  PER 10⁹ KM³`
  const lines = rows.map(({ place, objects, density }) => {
    const figures = `${objects.toFixed(1).padStart(8)}  ${formatPerBillionKm3(density).padStart(7)}`
    return (
      `${colorize(place.padStart(12), 'muted', colors)}  ${figures}  ` +
      `${bar(most > 0 ? density / most : 0, colors)}`
    )
  })
  return `${[colorize(titles, 'muted', colors), ...lines].map((line) => line.trimEnd()).join('\n')}\n`
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** Renders a bar to an eighth of a character. A value above 0 gets at least the shortest bar. */
function bar(part: number, colors: ColorDepth): string {
  const eighths = Math.max(part > 0 ? 1 : 0, Math.round(part * LONGEST * 8))
  const blocks = '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '')
  if (colors < 8 || blocks === '') return blocks
  const place = 0.25 + 0.6 * part
  const code = colors === 24 ? `2;${colourAt(place).join(';')}` : `5;${ansiColorAt(place)}`
  return `\u001b[38;${code}m${blocks}\u001b[0m`
}
