import { POSSIBLE } from '#features/space-weather/swpc/measurement'
import { issuedAtIn } from '#features/space-weather/swpc/text-product'
import { days, hours, parseUtc } from '#kernel/kit/time'
import { parseNumber } from '#kernel/upstreams/parse/fields'
import { ShapeError } from '#kernel/upstreams/parse/shape'
import { measured } from '#kernel/upstreams/upstream'

/** The indices that the radio station WWV announces. */
export interface GeophysicalAlert {
  /** Epoch milliseconds. */
  readonly issuedAt: number
  /** Start of the UTC day of A and the flux, in epoch milliseconds. */
  readonly dayMs: number
  readonly aIndex: number
  readonly fluxSfu: number
  readonly kp: number
  /** End of the three hours of `kp`, in epoch milliseconds. */
  readonly kpAt: number
}

/** The message, issued every three hours. Its A index is an estimate, from 21:00 UTC for the current day. */
export const geophysicalAlert = measured<GeophysicalAlert>({
  id: 'swpc-wwv',
  provider: 'swpc',
  label: 'geophysical alert message (WWV)',
  target: () => '/text/wwv.txt',
  probeParams: undefined,
  parse(body, now, { onHistory } = {}) {
    const alert = parseMessage(body, now)
    onHistory?.([{ at: alert.dayMs, values: { a_index: alert.aIndex }, instrument: null }])
    return alert
  },
  seriesId: 'a_index',
  newestAt: ({ issuedAt }) => issuedAt,
  cadenceMs: hours(3),
  maxAgeMs: hours(12),
  maxBytes: 16 * 1024,
})

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)
const DAY = `(\\d\\d?) (${MONTHS.join('|')})`
/** How far before its issue the times in a message may be. */
const MAX_AGE_MS = days(2)

function parseMessage(body: string, now: number): GeophysicalAlert {
  const lines = body.split('\n').map((line) => line.trim())
  const issuedAt = issuedAtIn(lines, now)
  const text = lines.filter((line) => line !== '' && !/^[#:]/.test(line)).join(' ')
  if (!text.endsWith('.') || !body.endsWith('\n')) throw new ShapeError('the message is truncated')
  const wordsOf = (name: string, sentence: string) => {
    const [match, ...more] = text.matchAll(new RegExp(`(?<![^ ])${sentence}(?![^ ])`, 'g'))
    if (!match) throw new ShapeError(`${name} ${text.includes(name) ? 'has no usable value' : 'is missing'}`)
    if (more.length > 0) throw new ShapeError(`${name} appears twice`)
    return match.slice(1)
  }
  const [day, month] = wordsOf('Solar-terrestrial indices', `Solar-terrestrial indices for ${DAY} follow\\.`)
  const [flux, a] = wordsOf('Solar flux', 'Solar flux (\\d+) and estimated planetary A-index (\\d+)\\.')
  const [time = '', kDay, kMonth, k] = wordsOf(
    'planetary K-index',
    `The estimated planetary K-index at (\\d{4}) UTC on ${DAY} was (\\d(?:\\.\\d+)?)\\.`,
  )
  return {
    issuedAt,
    dayMs: instantOf('Solar-terrestrial indices', day, month, '0000', issuedAt),
    aIndex: inRange('A-index', a, POSSIBLE.a_index),
    fluxSfu: inRange('Solar flux', flux, POSSIBLE.flux_sfu),
    kp: inRange('planetary K-index', k, POSSIBLE.kp),
    kpAt: instantOf('planetary K-index', kDay, kMonth, time, issuedAt),
  }
}

function inRange(name: string, digits: unknown, range: readonly [number, number]): number {
  const number = parseNumber(digits, ...range)
  if (number === null) throw new ShapeError(`${name} has no usable value`)
  return number
}

/** Returns a time in a message. Times have no year, so the newest one not after the issue is meant. */
function instantOf(name: string, day = '', month = '', time: string, issuedAt: number): number {
  const date = `${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${day.padStart(2, '0')}`
  const year = new Date(issuedAt).getUTCFullYear()
  const instants = [year, year - 1].map((each) =>
    parseUtc(`${each}-${date}T${time.slice(0, 2)}:${time.slice(2)}`),
  )
  const at = instants.find((each) => each !== null && each <= issuedAt && each >= issuedAt - MAX_AGE_MS)
  if (at === undefined || at === null) throw new ShapeError(`${name} has no usable value`)
  return at
}
