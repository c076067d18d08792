import { fromAlpha5 } from '#features/objects/elements/alpha5'
import type { ElementSet } from '#features/objects/elements/element-set'
import { checksum, type ThreeLines } from '#features/objects/elements/three-lines'
import { toLine } from '#kernel/kit/to-line'
import { ShapeError } from '#kernel/upstreams/parse/shape'

/** The lines of an object and their position in the text. */
export interface NumberedLines extends ThreeLines {
  /** Number of line 1 in the text, from 1. */
  readonly line: number
}

/** Splits 2LE or 3LE text into objects. In 2LE, names are empty. A name line may begin with `0 `. */
export function splitThreeLines(text: string): NumberedLines[] {
  const lines = text.split(/\r?\n/).map((line) => line.trimEnd())
  return lines.flatMap((line2, i) => {
    const line1 = lines[i - 1] ?? ''
    if (!line1.startsWith('1 ') || !line2.startsWith('2 ')) return []
    const name = lines[i - 2] ?? ''
    return [{ name: isName(name) ? toLine(name.replace(/^0 /, '')) : '', line1, line2, line: i }]
  })
}

/**
 * Parses one object.
 *
 * @throws ShapeError if a checksum, a number or the epoch is wrong, or the lines do not belong together.
 */
export function parseThreeLines({ name, line1, line2 }: ThreeLines): ElementSet {
  for (const [i, line] of [line1, line2].entries())
    if (!hasChecksum(line)) throw new ShapeError(`line ${i + 1} has a wrong length or checksum`)
  if (line1.slice(2, 7) !== line2.slice(2, 7)) throw new ShapeError('its lines belong to two objects')
  const noradId = parseCatalogueNumber(line1.slice(2, 7))
  const designator = line1.slice(9, 17).trim()
  const epoch = parseEpoch(line1.slice(18, 32))
  if (Number.isNaN(noradId)) throw new ShapeError('the catalogue number has no usable value')
  if (epoch === null) throw new ShapeError('the epoch has no usable value')
  return {
    noradId,
    name: name || 'UNKNOWN',
    internationalDesignator: designator
      ? `${centuryOf(designator)}${designator.slice(0, 2)}-${designator.slice(2)}`
      : null,
    epoch,
    meanMotionRevPerDay: parseNumber(line2.slice(52, 63)),
    eccentricity: parseNumber(`0.${line2.slice(26, 33)}`),
    inclinationDeg: parseNumber(line2.slice(8, 16)),
    raanDeg: parseNumber(line2.slice(17, 25)),
    argOfPericenterDeg: parseNumber(line2.slice(34, 42)),
    meanAnomalyDeg: parseNumber(line2.slice(43, 51)),
    bstarPerEarthRadius: parseExponential(line1.slice(53, 61)),
    meanMotionDotRevPerDay2: parseNumber(line1.slice(33, 43)),
    meanMotionDdotRevPerDay3: parseExponential(line1.slice(44, 52)),
    elementSetNo: Number(line1.slice(64, 68)),
    revAtEpoch: Number(line2.slice(63, 68)),
    classification: line1.slice(7, 8).trim() || 'U',
    ephemerisType: Number(line1.slice(62, 63)),
  }
}

/** Returns whether the line before line 1 is a name, not the line 2 of another object. */
function isName(line: string): boolean {
  return line !== '' && !/^2 .{67}$/.test(line)
}

function hasChecksum(line: string): boolean {
  return line.length === 69 && line.endsWith(String(checksum(line)))
}

function parseCatalogueNumber(columns: string): number {
  try {
    return fromAlpha5(columns)
  } catch {
    return Number.NaN
  }
}

function parseNumber(columns: string): number {
  return columns.trim() === '' ? Number.NaN : Number(columns)
}

/** Parses `-11606-4` as -0.11606e-4. */
function parseExponential(columns: string): number {
  const [, sign = '', mantissa, exponent] = /^([ +-])(\d{5})([+-]\d)$/.exec(columns) ?? []
  return mantissa === undefined ? Number.NaN : Number(`${sign.trim()}0.${mantissa}e${exponent}`)
}

function centuryOf(year: string): string {
  return Number(year.slice(0, 2)) < 57 ? '20' : '19'
}

/** Parses `22221.31834512`; eight digits of a day are whole microseconds. */
function parseEpoch(columns: string): string | null {
  const [, year, day, fraction] = /^(\d\d)([ \d]{3})\.(\d{8})$/.exec(columns) ?? []
  if (year === undefined || Number(day) < 1 || Number(day) > 366) return null
  const microseconds = Number(fraction) * 864
  const midnight = Date.UTC(Number(centuryOf(year) + year), 0, Number(day))
  const second = new Date(midnight + Math.floor(microseconds / 1e6) * 1_000).toISOString().slice(0, 19)
  return `${second}.${String(microseconds % 1e6).padStart(6, '0')}Z`
}
