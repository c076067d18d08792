import { parseStamp } from '#features/space-weather/swpc/stamp'
import { latestPlausible } from '#kernel/upstreams/parse/fields'
import { ShapeError } from '#kernel/upstreams/parse/shape'

/**
 * Returns the lines of a text product, with single spaces. Text after the last line break may be truncated.
 */
export function linesOf(body: string): string[] {
  const whole = body.split('\n').slice(0, -1)
  return whole.map((line) => line.trim().replace(/\s+/g, ' '))
}

/** `:Issued: 2026 Nov 22 1230 UTC`, and `:Issued: 1230 UT 22 Nov 2026` of the daily lists. */
const FORMS = [
  /^:?Issued: (?<year>\d{4}) (?<month>[A-Z][a-z]{2}) (?<day>\d\d) (?<time>\d{4}) UTC$/,
  /^:?Issued: (?<time>\d{4}) UT (?<day>\d\d) (?<month>[A-Z][a-z]{2}) (?<year>\d{4})$/,
]

/**
 * Returns when a text product was issued, in epoch milliseconds.
 *
 * @throws ShapeError if no line states it, or if it is in the future.
 */
export function issuedAtIn(lines: readonly string[], now: number): number {
  const line = lines.find((each) => /^:?Issued:/.test(each))
  if (line === undefined) throw new ShapeError('Issued is missing')
  const { year, month, day, time } = FORMS.map((form) => form.exec(line)?.groups).find(Boolean) ?? {}
  const at = parseStamp(`${year} ${month} ${day} ${time}`)
  if (at === null || at > latestPlausible(now)) throw new ShapeError('Issued has no usable value')
  return at
}

/** Formats a day as `Nov 22`. */
export function dayLabel(at: number): string {
  const [, day, month] = new Date(at).toUTCString().split(' ')
  return `${month} ${day}`
}
