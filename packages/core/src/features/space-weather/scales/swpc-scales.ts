import { days, hours, minutes, parseUtc, utcDay } from '#kernel/kit/time'
import { parseInteger, type Row, toRow } from '#kernel/upstreams/parse/fields'
import { readJson } from '#kernel/upstreams/parse/json'
import { memberOf, memberOrNull } from '#kernel/upstreams/parse/members'
import { readRows } from '#kernel/upstreams/parse/rows'
import { ShapeError } from '#kernel/upstreams/parse/shape'
import { measured, type ParseListeners } from '#kernel/upstreams/upstream'

/** Levels of NOAA's scales, 0 to 5; `null` if NOAA gives none. */
export interface ScaleLevels {
  readonly r: number | null
  readonly s: number | null
  readonly g: number | null
}

/** NOAA's forecast for a UTC day; probabilities in percent. */
interface ScaleForecast {
  readonly day: string
  readonly r1ToR2: number | null
  readonly r3OrGreater: number | null
  readonly s1OrGreater: number | null
  readonly g: number | null
}

/** Levels of NOAA's scales, observed and forecast for three days. */
export interface ScalesProduct {
  /** Time of the observation, in epoch milliseconds. */
  readonly observedAt: number
  readonly observed: ScaleLevels
  /** Highest levels in the 24 hours up to then; all `null` if they cannot be read. */
  readonly highest: ScaleLevels
  /**
   * The day of the observation and the next two days, without days that cannot be read. Just after midnight,
   * the list may begin with the previous day.
   */
  readonly forecast: readonly ScaleForecast[]
}

const MAX_CLOCK_SKEW_MS = minutes(5)

/**
 * NOAA's scales, rewritten every minute. Member `0` is the latest observation. `-1` has the highest levels of
 * the 24 hours before, stamped with the start of these 24 hours. `1` to `3` are the forecast for three days,
 * beginning with the current day.
 */
export const noaaScales = measured<ScalesProduct>({
  id: 'swpc-scales',
  provider: 'swpc',
  label: 'space weather scales',
  target: () => '/products/noaa-scales.json',
  probeParams: undefined,
  parse: parseScales,
  newestAt: ({ observedAt }) => observedAt,
  cadenceMs: minutes(5),
  maxAgeMs: hours(3),
  maxBytes: 64 * 1024,
})

/** Members other than the observation: the highest levels in 24 hours, and the days of the forecast. */
const MEMBERS = ['-1', '1', '2', '3'] as const

function parseScales(body: string, now: number, { onRows }: ParseListeners = {}): ScalesProduct {
  const file = toRow(readJson(body)) ?? {}
  const current = memberOf(file, '0', asRow)
  const observedAt = stampOf(current)
  if (observedAt > now + MAX_CLOCK_SKEW_MS) throw new ShapeError('DateStamp is in the future')
  const observed = levelsOf(current)
  // Just after midnight, the first day of the forecast may still be the previous day.
  let firstDays = [observedAt, observedAt - days(1)]
  const readMember = (name: string, i: number): { highest: ScaleLevels } | { day: ScaleForecast } => {
    const row = memberOf(file, name, asRow)
    const at = stampOf(row)
    if (i === 0) {
      if (at !== observedAt - days(1)) throw new ShapeError('it does not cover the previous 24 hours')
      return { highest: levelsOf(row) }
    }
    const possible = firstDays.filter((first) => utcDay(at) === utcDay(first + days(i - 1)))
    if (possible.length === 0) throw new ShapeError('the days of the forecast have changed')
    const day = forecastOf(row, utcDay(at))
    firstDays = possible
    return { day }
  }
  const members = readRows(MEMBERS, readMember, { onRows, nameOf: (name) => `member ${name}` })
  return {
    observedAt,
    observed,
    highest: members.flatMap((each) => ('highest' in each ? [each.highest] : []))[0] ?? UNKNOWN,
    forecast: members.flatMap((each) => ('day' in each ? [each.day] : [])),
  }
}

const UNKNOWN: ScaleLevels = { r: null, s: null, g: null }

const asRow = (value: unknown) => toRow(value) ?? null
const asLevel = (value: unknown) => parseInteger(value, 0, 5)
const asPercent = (value: unknown) => parseInteger(value, 0, 100)

function stampOf(row: Row): number {
  const date = memberOf(row, 'DateStamp', (value) => (parseUtc(value) === null ? null : String(value)))
  return memberOf(row, 'TimeStamp', (time) => parseUtc(`${date}T${String(time)}`))
}

function levelsOf(row: Row): ScaleLevels {
  const level = (letter: string) => memberOrNull(memberOf(row, letter, asRow), 'Scale', asLevel)
  return { r: level('R'), s: level('S'), g: level('G') }
}

function forecastOf(row: Row, day: string): ScaleForecast {
  const [r, s, g] = ['R', 'S', 'G'].map((letter) => memberOf(row, letter, asRow))
  return {
    day,
    r1ToR2: memberOrNull(r, 'MinorProb', asPercent),
    r3OrGreater: memberOrNull(r, 'MajorProb', asPercent),
    s1OrGreater: memberOrNull(s, 'Prob', asPercent),
    g: memberOrNull(g, 'Scale', asLevel),
  }
}
