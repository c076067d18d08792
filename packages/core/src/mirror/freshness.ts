import { directivesIn, secondsOf } from '#mirror/cache-directives'

/** When an answer was asked for and when it arrived, in epoch milliseconds. */
export interface Times {
  readonly askedAt: number
  readonly arrivedAt: number
}

/** Statuses that may be kept without a word about it, for a time that is guessed (RFC 9110 section 15.1). */
export const GUESSED = new Set([200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501])

/** How long an answer is fresh, in seconds since it was made (RFC 9111 section 4.2.1). */
export function lifetimeSeconds(status: number, headers: Headers, shared: boolean): number {
  const given = directivesIn(headers.get('cache-control'))
  const explicit = (shared ? secondsOf(given, 's-maxage') : undefined) ?? secondsOf(given, 'max-age')
  if (explicit !== undefined) return explicit
  const expires = headers.get('expires')
  const date = httpDate(headers.get('date'))
  if (expires !== null) {
    const at = httpDate(expires)
    return at === undefined ? 0 : Math.max(0, (at - (date ?? at)) / 1_000)
  }
  const modified = httpDate(headers.get('last-modified'))
  const isGuessed = GUESSED.has(status) || given.has('public')
  if (!isGuessed || modified === undefined || date === undefined) return 0
  // A tenth of its age when it was given, as section 4.2.2 has it, and never more than a day.
  return Math.min(86_400, Math.max(0, (date - modified) / 10_000))
}

/** How long ago an answer was made or verified, in seconds (RFC 9111 section 4.2.3). */
export function ageSeconds({ askedAt, arrivedAt }: Times, headers: Headers, now: number): number {
  const said = headers.get('age')?.trim() ?? '0'
  // A field that is not one whole number tells nothing, so that the answer may be of any age.
  if (!/^\d+$/.test(said)) return Number.POSITIVE_INFINITY
  const date = httpDate(headers.get('date')) ?? arrivedAt
  const apparent = Math.max(0, (arrivedAt - date) / 1_000)
  const corrected = Math.min(Number(said), 2 ** 31) + (arrivedAt - askedAt) / 1_000
  return Math.max(apparent, corrected) + Math.max(0, now - arrivedAt) / 1_000
}

const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)'
const IMF = new RegExp(`^${DAY}, \\d\\d [A-Z][a-z]{2} \\d{4} \\d\\d:\\d\\d:\\d\\d GMT$`)
const RFC_850 = new RegExp(`^${DAY}[a-z]*, (\\d\\d)-([A-Z][a-z]{2})-(\\d\\d) (\\d\\d:\\d\\d:\\d\\d) GMT$`)
const ASCTIME = new RegExp(`^${DAY} ([A-Z][a-z]{2}) ([ \\d]\\d) (\\d\\d:\\d\\d:\\d\\d) (\\d{4})$`)

/** Epoch milliseconds of a date in one of the three forms of RFC 9110 section 5.6.7; `undefined` for anything else. */
function httpDate(field: string | null): number | undefined {
  if (field === null) return undefined
  const [, day, month, year, time] = RFC_850.exec(field) ?? []
  if (year !== undefined)
    return known(`${day} ${month} ${Number(year) < 70 ? '20' : '19'}${year} ${time} GMT`)
  const asc = ASCTIME.exec(field)
  if (asc) return known(`${asc[2]} ${asc[1]} ${asc[4]} ${asc[3]} GMT`)
  return IMF.test(field) ? known(field) : undefined
}

function known(text: string): number | undefined {
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : at
}
