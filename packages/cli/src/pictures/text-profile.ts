import { colourAt, densityOf } from '@space-data/core/figures'
import { painted } from '#paint'
import { indexAt } from '#pictures/palette'
import { type Layer, layerDensity, merged } from '#shell-figures'
import type { ColourDepth } from '#terminal'

const LONGEST = 44
const MOST_LINES = 40

/** The density at every altitude as bars, the highest altitude on top; in steps of 50 km where shells are many. */
export function textProfile(layers: readonly Layer[], colours: ColourDepth = 1): string {
  const shown = (layers.length > MOST_LINES ? merged(layers, 50) : [...layers]).reverse()
  const most = shown.reduce((greatest, layer) => Math.max(greatest, layerDensity(layer)), 0)
  const title = `${'ALTITUDE KM'.padStart(12)}  ${'OBJECTS'.padStart(8)}  PER KM³`
  const lines = shown.map((layer) => {
    const density = layerDensity(layer)
    const altitudes = `${layer.altitude_min_km} to ${layer.altitude_max_km}`.padStart(12)
    const figures = `${layer.objects_total.toFixed(1).padStart(8)}  ${densityOf(density).padStart(7)}`
    return `${painted(altitudes, 'quiet', colours)}  ${figures}  ${bar(most > 0 ? density / most : 0, colours)}`
  })
  return `${[painted(title, 'quiet', colours), ...lines].map((line) => line.trimEnd()).join('\n')}\n`
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** A bar to the eighth of a character; what is there at all has the least of bars. */
function bar(part: number, colours: ColourDepth): string {
  const eighths = Math.max(part > 0 ? 1 : 0, Math.round(part * LONGEST * 8))
  const blocks = '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '')
  if (colours < 8 || blocks === '') return blocks
  const place = 0.25 + 0.6 * part
  const code = colours === 24 ? `2;${colourAt(place).join(';')}` : `5;${indexAt(place)}`
  return `\u001b[38;${code}m${blocks}\u001b[0m`
}
