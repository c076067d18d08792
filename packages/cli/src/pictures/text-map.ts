import { colourAt, densityOf, logarithmic, type Scale } from '@space-data/core/figures'
import { painted } from '#paint'
import { indexAt } from '#pictures/palette'
import { bandsOf, type Density, degreesOf } from '#shell-figures'
import type { ColourDepth } from '#terminal'

const COLUMNS = 72
const MARGIN = 7
const SCREEN = 80

/** A shell's densities as a map of 72 columns: blocks of colour, or shades where there are none. */
export function textMap(data: Density, colours: ColourDepth = 1): string {
  const bands = bandsOf(data)
  const scale = logarithmic(data.bins.map(({ density_per_km3 }) => density_per_km3))
  const paints = colours >= 8
  const rows = paints && bands.length > 18 ? inPairs(bands) : bands.map((band) => [band])
  const lines = rows.map((row) => {
    const latitude = row.reduce((sum, band) => sum + band.latitude, 0) / row.length
    const label = degreesOf(latitude, 'NS').padStart(MARGIN - 1)
    return `${painted(label, 'quiet', colours)} ${cellsOf(row, scale, colours)}`
  })
  const axes = [tickLine(), longitudeLine()].map((line) => painted(line, 'quiet', colours))
  const legend = paints ? colourLegend(scale, colours) : shadeLegend(scale)
  const isEmpty = data.bins.some(({ density_per_km3 }) => density_per_km3 === 0)
  const nothing = isEmpty ? [`${' '.repeat(MARGIN)}${paints ? 'black' : 'blank'}: nothing`] : []
  return [...lines, ...axes, '', legend, ...nothing, ''].join('\n')
}

type Band = ReturnType<typeof bandsOf>[number]

/** Where there are colours a character shows two bins, one above the other. */
function inPairs(bands: readonly Band[]): Band[][] {
  return Array.from({ length: Math.ceil(bands.length / 2) }, (_, i) => bands.slice(2 * i, 2 * i + 2))
}

function cellsOf([upper, lower = upper]: readonly Band[], scale: Scale, colours: ColourDepth): string {
  const densities = upper?.densities ?? []
  const wide = COLUMNS / densities.length
  const cells = densities.map((density, i) => {
    const places = [scale.place(density), scale.place(lower?.densities[i] ?? 0)] as const
    return colours >= 8 ? block(places[0], places[1], wide, colours) : shadeOf(places[0]).repeat(wide)
  })
  return cells.join('') + (colours >= 8 ? '\u001b[0m' : '')
}

/** Two bins in one character: the upper half in the colour of the letter, the lower in that of the ground. */
function block(upper: number | undefined, lower: number | undefined, wide: number, colours: ColourDepth) {
  const ground = colour(48, lower, colours)
  return upper === lower
    ? ground + ' '.repeat(wide)
    : `${colour(38, upper, colours)}${ground}${'▀'.repeat(wide)}`
}

/** Black is for nothing at all. */
function colour(layer: 38 | 48, place: number | undefined, colours: ColourDepth): string {
  const code =
    colours === 24
      ? `2;${(place === undefined ? [0, 0, 0] : colourAt(place)).join(';')}`
      : `5;${place === undefined ? 16 : indexAt(place)}`
  return `\u001b[${layer};${code}m`
}

const SHADES = ['░', '▒', '▓', '█']

function shadeOf(place: number | undefined): string {
  if (place === undefined) return ' '
  return SHADES[Math.min(SHADES.length - 1, Math.floor(place * SHADES.length))] ?? ''
}

const LONGITUDES = [-180, -120, -60, 0, 60, 120, 180]

function columnOf(longitude: number): number {
  return MARGIN + Math.round(((longitude + 180) / 360) * COLUMNS)
}

function tickLine(): string {
  return written(LONGITUDES.map((longitude) => [columnOf(longitude), '╵']))
}

function longitudeLine(): string {
  return written(
    LONGITUDES.map((longitude) => {
      const label = degreesOf(longitude, 'EW')
      return [Math.min(columnOf(longitude) - Math.floor(label.length / 2), SCREEN - label.length), label]
    }),
  )
}

/** Texts at their columns. */
function written(texts: readonly (readonly [column: number, text: string])[]): string {
  return texts.reduce((line, [column, text]) => line.padEnd(column) + text, '')
}

const UNIT = 'objects per km³, logarithmic'
const STRIP = 24

function colourLegend(scale: Scale, colours: ColourDepth): string {
  const strip = Array.from({ length: STRIP }, (_, i) => {
    const places = [i / (STRIP - 0.5), (i + 0.5) / (STRIP - 0.5)] as const
    // A left half block, so that the strip has two colours to a character.
    return `${colour(38, places[0], colours)}${colour(48, places[1], colours)}▌`
  })
  const ends = [densityOf(scale.least), densityOf(scale.most)]
  return `${' '.repeat(MARGIN)}${ends[0]} ${strip.join('')}\u001b[0m ${ends[1]} ${UNIT}`
}

function shadeLegend(scale: Scale): string {
  const steps = SHADES.map((shade, i) => `${shade}${shade} ${densityOf(scale.at(i / SHADES.length))}`)
  return `${' '.repeat(MARGIN)}${steps.join('  ')} to ${densityOf(scale.most)}\n${' '.repeat(MARGIN)}${UNIT}`
}
