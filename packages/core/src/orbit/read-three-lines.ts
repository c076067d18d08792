import { fromAlpha5 } from '#orbit/alpha5'
import type { ElementSet } from '#orbit/element-set'

/** One object as a catalogue of two or three lines gives it; an empty `name` when it has two. */
interface Lines {
  readonly name: string
  readonly line1: string
  readonly line2: string
}

/** Objects of a 2LE or 3LE text, in its order; a name line may begin with `0 `. */
export function linesOf(text: string): Lines[] {
  const lines = text.split(/\r?\n/).map((line) => line.trimEnd())
  return lines.flatMap((line2, i) => {
    const line1 = lines[i - 1] ?? ''
    if (!line1.startsWith('1 ') || !line2.startsWith('2 ')) return []
    const name = lines[i - 2] ?? ''
    return [{ name: isName(name) ? name.replace(/^0 /, '').trim() : '', line1, line2 }]
  })
}

/** The element set that the columns say; `null` when a checksum, a number or the pair of lines is wrong. */
export function readThreeLines({ name, line1, line2 }: Lines): ElementSet | null {
  const isPair = line1.slice(2, 7) === line2.slice(2, 7) && [line1, line2].every(hasChecksum)
  const norad_id = isPair ? catalogueNumber(line1.slice(2, 7)) : Number.NaN
  const designator = line1.slice(9, 17).trim()
  const epoch = epochOf(line1.slice(18, 32))
  if (Number.isNaN(norad_id) || epoch === null) return null
  return {
    norad_id,
    name: name || 'UNKNOWN',
    international_designator: designator
      ? `${century(designator)}${designator.slice(0, 2)}-${designator.slice(2)}`
      : null,
    epoch,
    mean_motion_rev_per_day: number(line2.slice(52, 63)),
    eccentricity: number(`0.${line2.slice(26, 33)}`),
    inclination_deg: number(line2.slice(8, 16)),
    raan_deg: number(line2.slice(17, 25)),
    arg_of_pericenter_deg: number(line2.slice(34, 42)),
    mean_anomaly_deg: number(line2.slice(43, 51)),
    bstar_per_earth_radius: exponential(line1.slice(53, 61)),
    mean_motion_dot_rev_per_day2: number(line1.slice(33, 43)),
    mean_motion_ddot_rev_per_day3: exponential(line1.slice(44, 52)),
    element_set_no: Number(line1.slice(64, 68)),
    rev_at_epoch: Number(line2.slice(63, 68)),
    classification: line1.slice(7, 8).trim() || 'U',
    ephemeris_type: Number(line1.slice(62, 63)),
  }
}

/** A line before line 1 is the object's name unless it is the line 2 of another. */
function isName(line: string): boolean {
  return line !== '' && !/^2 .{67}$/.test(line)
}

/** Column 69: digits count themselves, minus signs one. */
function hasChecksum(line: string): boolean {
  const digits = line.slice(0, 68).replaceAll('-', '1').replace(/\D/g, '')
  const sum = [...digits].reduce((total, digit) => total + Number(digit), 0)
  return line.length === 69 && line.endsWith(String(sum % 10))
}

function catalogueNumber(columns: string): number {
  try {
    return fromAlpha5(columns)
  } catch {
    return Number.NaN
  }
}

function number(columns: string): number {
  return columns.trim() === '' ? Number.NaN : Number(columns)
}

/** `-11606-4` is -0.11606e-4. */
function exponential(columns: string): number {
  const [, sign = '', mantissa, exponent] = /^([ +-])(\d{5})([+-]\d)$/.exec(columns) ?? []
  return mantissa === undefined ? Number.NaN : Number(`${sign.trim()}0.${mantissa}e${exponent}`)
}

function century(year: string): string {
  return Number(year.slice(0, 2)) < 57 ? '20' : '19'
}

/** `22221.31834512` to eight digits of a day, which are whole microseconds. */
function epochOf(columns: string): string | null {
  const [, year, day, fraction] = /^(\d\d)([ \d]{3})\.(\d{8})$/.exec(columns) ?? []
  if (year === undefined || Number(day) < 1 || Number(day) > 366) return null
  const microseconds = Number(fraction) * 864
  const midnight = Date.UTC(Number(century(year) + year), 0, Number(day))
  const second = new Date(midnight + Math.floor(microseconds / 1e6) * 1_000).toISOString().slice(0, 19)
  return `${second}.${String(microseconds % 1e6).padStart(6, '0')}Z`
}
