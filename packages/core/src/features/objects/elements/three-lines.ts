import { MAX_ALPHA5, toAlpha5 } from '#features/objects/elements/alpha5'
import type { ElementSet } from '#features/objects/elements/element-set'

/** An object's TLE with its name. */
export interface ThreeLines {
  readonly name: string
  readonly line1: string
  readonly line2: string
}

const DAY_MS = 86_400_000
const [MINUS, ZERO, NINE] = [0x2d, 0x30, 0x39]

/** The highest catalogue number that five digits can hold. */
export const MAX_FIVE_DIGITS = 99_999

/** Element sets that a TLE can represent, and the catalogue numbers of other objects. */
export interface TleSelection {
  readonly represented: readonly ElementSet[]
  readonly omitted: readonly number[]
}

/** Separates the element sets that a TLE can represent. Numbers above `highest` are omitted, too. */
export function selectForTle(elementSets: readonly ElementSet[], highest: number = Infinity): TleSelection {
  const omitted: number[] = []
  const represented = elementSets.filter(({ noradId, epoch }) => {
    const isRepresented = noradId <= highest && noradId <= MAX_ALPHA5 && isRepresentable(epoch)
    if (!isRepresented) omitted.push(noradId)
    return isRepresented
  })
  return { represented, omitted }
}

/**
 * Returns whether a TLE can represent the year, which may change when the day is rounded to its last digit.
 */
function isRepresentable(epoch: string): boolean {
  const year = Number(epoch.slice(0, 4))
  return (year > 1957 && year < 2056) || formatEpoch(epoch) !== null
}

/** Formats an element set as three lines, with its full name without a leading `0 `, and LF. */
export function toThreeLineText(elementSet: ElementSet): string {
  const written = toThreeLines(elementSet)
  return written ? `${written.name}\n${written.line1}\n${written.line2}\n` : ''
}

/**
 * Formats an element set as a TLE the way CelesTrak does, with catalogue numbers above 99999 in Alpha-5.
 *
 * @returns `null` if the columns cannot hold the number, or the year is not within 1957 to 2056.
 */
export function toThreeLines(elementSet: ElementSet): ThreeLines | null {
  const id = toAlpha5(elementSet.noradId)
  const epoch = formatEpoch(elementSet.epoch)
  if (id === null || epoch === null) return null
  const line1 = [
    `1 ${id}${elementSet.classification.slice(0, 1).padEnd(1, 'U')}`,
    formatDesignator(elementSet.internationalDesignator),
    epoch,
    formatFraction(elementSet.meanMotionDotRevPerDay2),
    formatExponential(elementSet.meanMotionDdotRevPerDay3),
    formatExponential(elementSet.bstarPerEarthRadius),
    formatCounter(elementSet.ephemerisType, 1),
    formatCounter(elementSet.elementSetNo, 4),
  ]
  const line2 = [
    `2 ${id}`,
    formatAngle(elementSet.inclinationDeg),
    formatAngle(elementSet.raanDeg),
    formatEccentricity(elementSet.eccentricity),
    formatAngle(elementSet.argOfPericenterDeg),
    formatAngle(elementSet.meanAnomalyDeg),
    insertPoint(roundToUnits(elementSet.meanMotionRevPerDay, 8), 8).padStart(11) +
      formatCounter(elementSet.revAtEpoch, 5),
  ]
  return {
    name: elementSet.name.trim(),
    line1: withChecksum(line1.join(' ')),
    line2: withChecksum(line2.join(' ')),
  }
}

function withChecksum(line: string): string {
  return `${line}${checksum(line)}`
}

/** Returns the checksum of the first 68 columns modulo 10: digits count their value, a minus sign 1. */
export function checksum(line: string): number {
  // Avoids regular expressions, which would take 2 % of the nightly job on TLE.
  let sum = 0
  for (let column = 0; column < 68; column += 1) {
    const code = line.charCodeAt(column)
    if (code === MINUS) sum += 1
    else if (code >= ZERO && code <= NINE) sum += code - ZERO
  }
  return sum % 10
}

function formatDesignator(text: string | null): string {
  const [, year = '', launch = ''] = /^\d\d(\d\d)-(\d{3}[A-Z]{0,3})$/.exec(text ?? '') ?? []
  return `${year}${launch}`.padEnd(8)
}

/** Formats an epoch as `yyddd.dddddddd`; the last digit is 864 µs. */
function formatEpoch(epoch: string): string | null {
  const [hours = 0, minutes = 0, seconds = 0] = epoch.slice(11, -1).split(':').map(Number)
  const microseconds = (hours * 60 + minutes) * 60_000_000 + Math.round(seconds * 1_000_000)
  const parts = Math.round(microseconds / 864)
  const midnight = new Date(Date.parse(epoch.slice(0, 10)) + Math.floor(parts / 100_000_000) * DAY_MS)
  const year = midnight.getUTCFullYear()
  if (!(year >= 1957 && year <= 2056)) return null
  const day = (midnight.getTime() - Date.UTC(year, 0, 1)) / DAY_MS + 1
  return `${padZeros(year % 100, 2)}${padZeros(day, 3)}.${padZeros(parts % 100_000_000, 8)}`
}

/** Formats a fraction as `-.00001234`; magnitudes from one on are clamped to what the columns hold. */
function formatFraction(value: number): string {
  const parts = Math.min(roundToUnits(value, 8), 99_999_999)
  return `${value < 0 && parts > 0 ? '-' : ' '}.${padZeros(parts, 8)}`
}

/** Formats -0.12345e-3 as `-12345-3`. Below e-9 digits are lost; above e+9 the value is clamped. */
function formatExponential(value: number): string {
  if (value === 0) return ' 00000+0'
  let exponent = Math.max(decimalDigits(value).point, -9)
  let mantissa = roundToUnits(value, 5 - exponent)
  if (mantissa === 100_000) {
    mantissa = 10_000
    exponent += 1
  }
  if (mantissa === 0) return ' 00000+0'
  if (exponent > 9) [mantissa, exponent] = [99_999, 9]
  return `${value < 0 ? '-' : ' '}${padZeros(mantissa, 5)}${exponent < 0 ? '-' : '+'}${Math.abs(exponent)}`
}

/** Formats an angle as `123.4567`, normalised to one turn. */
function formatAngle(degrees: number): string {
  const turn = 3_600_000
  const parts = roundToUnits(degrees, 4) % turn
  return insertPoint(degrees < 0 && parts > 0 ? turn - parts : parts, 4).padStart(8)
}

/** Formats an eccentricity as its first seven decimals, truncated. */
function formatEccentricity(value: number): string {
  const { digits, point } = decimalDigits(value)
  return `${'0'.repeat(Math.max(0, -point))}${digits}`.slice(0, 7).padEnd(7, '0')
}

/** Formats an integer modulo what the columns hold. */
function formatCounter(value: number, columns: number): string {
  return String(Math.abs(Math.trunc(value)) % 10 ** columns).padStart(columns)
}

function insertPoint(parts: number, places: number): string {
  const text = padZeros(parts, places + 1)
  return `${text.slice(0, -places)}.${text.slice(-places)}`
}

/**
 * Rounds the magnitude to units of 10^-places, half up by its decimal digits, where binary rounding would
 * err.
 */
function roundToUnits(value: number, places: number): number {
  const scaled = Math.abs(value) * 10 ** places
  const nearest = Math.round(scaled)
  if (Math.abs(scaled - nearest) < 0.499) return nearest
  const { digits, point } = decimalDigits(value)
  const kept = point + places
  if (kept < 0) return 0
  return Number(digits.slice(0, kept).padEnd(kept, '0')) + (Number(digits[kept] ?? 0) >= 5 ? 1 : 0)
}

/** Returns the shortest decimal digits of the magnitude, as 0.digits × 10^point. */
function decimalDigits(value: number): { digits: string; point: number } {
  const [mantissa = '', exponent = ''] = Math.abs(value).toExponential().split('e')
  return { digits: mantissa.replace('.', ''), point: Number(exponent) + 1 }
}

function padZeros(value: number, columns: number): string {
  return String(value).padStart(columns, '0')
}
