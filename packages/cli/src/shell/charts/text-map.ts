import { colourAt, logarithmic, type Scale } from '@space-data/charts'
import { formatPerBillionKm3 } from '@space-data/charts/text'
import { colorize } from '#kit/colors'
import type { ColorDepth } from '#kit/terminal'
import { type Density, formatDegrees, latitudeBands } from '#shell/shell-data'

const COLUMNS = 72
const MARGIN = 7
const SCREEN = 80

/** Renders a shell as a 72-column map: colored blocks, or shades without color. */
export function textMap(data: Density, colors: ColorDepth = 1): string {
  const bands = latitudeBands(data)
  const scale = logarithmic(data.bins.map(({ density_per_km3 }) => density_per_km3))
  const paints = colors >= 8
  const rows = paints && bands.length > 18 ? pairBands(bands) : bands.map((band) => [band])
  const lines = rows.map((row) => {
    const latitude = row.reduce((sum, band) => sum + band.latitude, 0) / row.length
    const label = formatDegrees(latitude, 'NS').padStart(MARGIN - 1)
    return `${colorize(label, 'muted', colors)} ${renderCells(row, scale, colors)}`
  })
  const axes = [tickLine(), longitudeLine()].map((line) => colorize(line, 'muted', colors))
  const legend = paints ? colorLegend(scale, colors) : shadeLegend(scale)
  const isEmpty = data.bins.some(({ density_per_km3 }) => density_per_km3 === 0)
  const nothing = isEmpty ? [`${' '.repeat(MARGIN)}${paints ? 'black' : 'blank'}: nothing`] : []
  return [...lines, ...axes, '', legend, ...nothing, ''].join('\n')
}

type Band = ReturnType<typeof latitudeBands>[number]

/** Groups bands in pairs: with color, one character shows two bins. */
function pairBands(bands: readonly Band[]): Band[][] {
  return Array.from({ length: Math.ceil(bands.length / 2) }, (_, i) => bands.slice(2 * i, 2 * i + 2))
}

function renderCells([upper, lower = upper]: readonly Band[], scale: Scale, colors: ColorDepth): string {
  const densities = upper?.densities ?? []
  const wide = COLUMNS / densities.length
  const cells = densities.map((density, i) => {
    const places = [scale.place(density), scale.place(lower?.densities[i] ?? 0)] as const
    return colors >= 8 ? block(places[0], places[1], wide, colors) : shadeAt(places[0]).repeat(wide)
  })
  return cells.join('') + (colors >= 8 ? '\u001b[0m' : '')
}

/** Renders two bins in one character: the upper as foreground, the lower as background. */
function block(upper: number | undefined, lower: number | undefined, wide: number, colors: ColorDepth) {
  const ground = color(48, lower, colors)
  return upper === lower
    ? ground + ' '.repeat(wide)
    : `${color(38, upper, colors)}${ground}${'▀'.repeat(wide)}`
}

/** Returns the escape sequence of a color; empty bins are black. */
function color(layer: 38 | 48, place: number | undefined, colors: ColorDepth): string {
  const code =
    colors === 24
      ? `2;${(place === undefined ? [0, 0, 0] : colourAt(place)).join(';')}`
      : `5;${place === undefined ? 16 : ansiColorAt(place)}`
  return `\u001b[${layer};${code}m`
}

/** The palette in 256-color indices, dark to light. Picked by hand: the nearest indices are not monotonic. */
const INDICES = [17, 54, 90, 126, 161, 167, 203, 209, 215, 222, 229]

/** Returns the 256-color index for a position from 0 to 1. */
export function ansiColorAt(place: number): number {
  return INDICES[Math.min(INDICES.length - 1, Math.max(0, Math.floor(place * INDICES.length)))] ?? 0
}

const SHADES = ['░', '▒', '▓', '█']

function shadeAt(place: number | undefined): string {
  if (place === undefined) return ' '
  return SHADES[Math.min(SHADES.length - 1, Math.floor(place * SHADES.length))] ?? ''
}

const LONGITUDES = [-180, -120, -60, 0, 60, 120, 180]

function longitudeColumn(longitude: number): number {
  return MARGIN + Math.round(((longitude + 180) / 360) * COLUMNS)
}

function tickLine(): string {
  return placeTexts(LONGITUDES.map((longitude) => [longitudeColumn(longitude), '╵']))
}

function longitudeLine(): string {
  return placeTexts(
    LONGITUDES.map((longitude) => {
      const label = formatDegrees(longitude, 'EW')
      return [
        Math.min(longitudeColumn(longitude) - Math.floor(label.length / 2), SCREEN - label.length),
        label,
      ]
    }),
  )
}

/** Places texts at their columns in one line. */
function placeTexts(texts: readonly (readonly [column: number, text: string])[]): string {
  return texts.reduce((line, [column, text]) => line.padEnd(column) + text, '')
}

const UNIT = 'objects per billion km³, logarithmic'
const STRIP = 24

function colorLegend(scale: Scale, colors: ColorDepth): string {
  const strip = Array.from({ length: STRIP }, (_, i) => {
    const places = [i / (STRIP - 0.5), (i + 0.5) / (STRIP - 0.5)] as const
    // A left half block shows two colors per character.
    return `${color(38, places[0], colors)}${color(48, places[1], colors)}▌`
  })
  const ends = [formatPerBillionKm3(scale.least), formatPerBillionKm3(scale.most)]
  return `${' '.repeat(MARGIN)}${ends[0]} ${strip.join('')}\u001b[0m ${ends[1]} ${UNIT}`
}

function shadeLegend(scale: Scale): string {
  const steps = SHADES.map(
    (shade, i) => `${shade}${shade} ${formatPerBillionKm3(scale.at(i / SHADES.length))}`,
  )
  return (
    `${' '.repeat(MARGIN)}${steps.join('  ')} to ` +
    `${formatPerBillionKm3(scale.most)}\n${' '.repeat(MARGIN)}${UNIT}`
  )
}
