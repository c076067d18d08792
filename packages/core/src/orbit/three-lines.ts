import { toAlpha5 } from '#orbit/alpha5'
import type { ElementSet } from '#orbit/element-set'

export interface ThreeLines {
  readonly name: string
  readonly line1: string
  readonly line2: string
}

export interface ThreeLineText {
  readonly text: string
  readonly count: number
  /** Catalogue numbers that no TLE can carry. */
  readonly omitted: number[]
}

const DAY_MS = 86_400_000
const [MINUS, ZERO, NINE] = [0x2d, 0x30, 0x39]

/** Element sets as TLE text: LF, names whole and without a leading `0 `. */
export function threeLineText(elementSets: Iterable<ElementSet>): ThreeLineText {
  const lines: string[] = []
  const omitted: number[] = []
  for (const elementSet of elementSets) {
    const written = threeLines(elementSet)
    if (written) lines.push(`${written.name}\n${written.line1}\n${written.line2}\n`)
    else omitted.push(elementSet.norad_id)
  }
  return { text: lines.join(''), count: lines.length, omitted }
}

/**
 * One object's TLE as CelesTrak renders it, catalogue numbers above 99999 in Alpha-5; `null` when the
 * columns cannot hold the number or the year (1957 to 2056).
 */
export function threeLines(elementSet: ElementSet): ThreeLines | null {
  const id = toAlpha5(elementSet.norad_id)
  const epoch = dayOfYear(elementSet.epoch)
  if (id === null || epoch === null) return null
  const line1 = [
    `1 ${id}${elementSet.classification.slice(0, 1).padEnd(1, 'U')}`,
    designator(elementSet.international_designator),
    epoch,
    fraction(elementSet.mean_motion_dot_rev_per_day2),
    exponential(elementSet.mean_motion_ddot_rev_per_day3),
    exponential(elementSet.bstar_per_earth_radius),
    counter(elementSet.ephemeris_type, 1),
    counter(elementSet.element_set_no, 4),
  ]
  const line2 = [
    `2 ${id}`,
    angle(elementSet.inclination_deg),
    angle(elementSet.raan_deg),
    truncatedFraction(elementSet.eccentricity),
    angle(elementSet.arg_of_pericenter_deg),
    angle(elementSet.mean_anomaly_deg),
    pointed(rounded(elementSet.mean_motion_rev_per_day, 8), 8).padStart(11) +
      counter(elementSet.rev_at_epoch, 5),
  ]
  return {
    name: elementSet.name.trim(),
    line1: withChecksum(line1.join(' ')),
    line2: withChecksum(line2.join(' ')),
  }
}

/** Letters, blanks, points and plus signs count 0, a minus sign 1. */
function withChecksum(line: string): string {
  let sum = 0
  for (let i = 0; i < line.length; i += 1) {
    const code = line.charCodeAt(i)
    if (code === MINUS) sum += 1
    else if (code >= ZERO && code <= NINE) sum += code - ZERO
  }
  return `${line}${sum % 10}`
}

function designator(text: string | null): string {
  const [, year = '', launch = ''] = /^\d\d(\d\d)-(\d{3}[A-Z]{0,3})$/.exec(text ?? '') ?? []
  return `${year}${launch}`.padEnd(8)
}

/** `yyddd.dddddddd`; a hundred-millionth of a day is 864 µs. */
function dayOfYear(epoch: string): string | null {
  const [hours = 0, minutes = 0, seconds = 0] = epoch.slice(11, -1).split(':').map(Number)
  const microseconds = (hours * 60 + minutes) * 60_000_000 + Math.round(seconds * 1_000_000)
  const parts = Math.round(microseconds / 864)
  const midnight = new Date(Date.parse(epoch.slice(0, 10)) + Math.floor(parts / 100_000_000) * DAY_MS)
  const year = midnight.getUTCFullYear()
  if (!(year >= 1957 && year <= 2056)) return null
  const day = (midnight.getTime() - Date.UTC(year, 0, 1)) / DAY_MS + 1
  return `${zeros(year % 100, 2)}${zeros(day, 3)}.${zeros(parts % 100_000_000, 8)}`
}

/** `-.00001234`, held below one, the most that the columns say. */
function fraction(value: number): string {
  const parts = Math.min(rounded(value, 8), 99_999_999)
  return `${value < 0 && parts > 0 ? '-' : ' '}.${zeros(parts, 8)}`
}

/** `-12345-3` for -0.12345e-3; smaller than e-9 with fewer digits, larger than e+9 held there. */
function exponential(value: number): string {
  if (value === 0) return ' 00000+0'
  let exponent = Math.max(decimalOf(value).point, -9)
  let mantissa = rounded(value, 5 - exponent)
  if (mantissa === 100_000) {
    mantissa = 10_000
    exponent += 1
  }
  if (mantissa === 0) return ' 00000+0'
  if (exponent > 9) [mantissa, exponent] = [99_999, 9]
  return `${value < 0 ? '-' : ' '}${zeros(mantissa, 5)}${exponent < 0 ? '-' : '+'}${Math.abs(exponent)}`
}

/** `123.4567` within one turn. */
function angle(degrees: number): string {
  const turn = 3_600_000
  const parts = rounded(degrees, 4) % turn
  return pointed(degrees < 0 && parts > 0 ? turn - parts : parts, 4).padStart(8)
}

/** The first seven digits after the point. */
function truncatedFraction(value: number): string {
  const { digits, point } = decimalOf(value)
  return `${'0'.repeat(Math.max(0, -point))}${digits}`.slice(0, 7).padEnd(7, '0')
}

/** The last columns of a whole number, which starts again at zero when it outgrows them. */
function counter(value: number, columns: number): string {
  return String(Math.abs(Math.trunc(value)) % 10 ** columns).padStart(columns)
}

function pointed(parts: number, places: number): string {
  const text = zeros(parts, places + 1)
  return `${text.slice(0, -places)}.${text.slice(-places)}`
}

/** The magnitude in units of 10^-places; near a half its decimal digits decide, where binary would err. */
function rounded(value: number, places: number): number {
  const scaled = Math.abs(value) * 10 ** places
  const nearest = Math.round(scaled)
  if (Math.abs(scaled - nearest) < 0.499) return nearest
  const { digits, point } = decimalOf(value)
  const kept = point + places
  if (kept < 0) return 0
  return Number(digits.slice(0, kept).padEnd(kept, '0')) + (Number(digits[kept] ?? 0) >= 5 ? 1 : 0)
}

/** The shortest digits that name the magnitude, as 0.digits × 10^point. */
function decimalOf(value: number): { digits: string; point: number } {
  const [mantissa = '', exponent = ''] = Math.abs(value).toExponential().split('e')
  return { digits: mantissa.replace('.', ''), point: Number(exponent) + 1 }
}

function zeros(value: number, columns: number): string {
  return String(value).padStart(columns, '0')
}
