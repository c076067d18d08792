import { colourAt, formatPerBillionKm3 } from '@space-data/charts'
import { ansiColorAt } from '#charts/ansi-palette'
import { colorize } from '#colors'
import { type Layer, layerDensity, mergeLayers } from '#shell-data'
import type { ColorDepth } from '#terminal'

const LONGEST = 44
const MOST_LINES = 40

/**
 * Renders the density by altitude as bars, highest altitude on top, in 50 km steps if there are many shells.
 */
export function textProfile(layers: readonly Layer[], colors: ColorDepth = 1): string {
  const shown = (layers.length > MOST_LINES ? mergeLayers(layers, 50) : [...layers]).reverse()
  const most = shown.reduce((greatest, layer) => Math.max(greatest, layerDensity(layer)), 0)
  const title = `${'ALTITUDE KM'.padStart(12)}  ${'OBJECTS'.padStart(8)}  PER 10⁹ KM³`
  const lines = shown.map((layer) => {
    const density = layerDensity(layer)
    const altitudes = `${layer.altitude_min_km} to ${layer.altitude_max_km}`.padStart(12)
    const figures = `${layer.objects_total.toFixed(1).padStart(8)}  ${formatPerBillionKm3(density).padStart(7)}`
    return (
      `${colorize(altitudes, 'muted', colors)}  ${figures}  ` +
      `${bar(most > 0 ? density / most : 0, colors)}`
    )
  })
  return `${[colorize(title, 'muted', colors), ...lines].map((line) => line.trimEnd()).join('\n')}\n`
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
