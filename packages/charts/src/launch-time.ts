import { formatMinute } from '#span'

/** Fields of a launch in the API about its time. */
export interface LaunchPlan {
  /** Planned time (no earlier than), ISO 8601 UTC. */
  readonly net: string
  /** Precision of `net`, such as `minute` or `month`; `null` if unknown. */
  readonly net_precision: string | null
  /** State of the launch, such as `go` or `in_flight`. */
  readonly status: string
}

/** The known part of the time of a launch. */
export interface LaunchTime {
  /** Epoch milliseconds of `net`, which is a placeholder unless the time is known. */
  readonly at: number
  /** Precision: to the hour or better, to the day, or only to a longer period. */
  readonly knownTo: 'time' | 'day' | 'period'
  /**
   * Text with the known part only: `2026-12-03 10:00 UTC`, `2026-12-03`, `December 2026`, `Q1 2027`, `2027`,
   * `2020s`.
   */
  readonly text: string
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** Names of the periods by precision; `month` counts from 0. */
const PERIODS: Readonly<Record<string, (year: number, month: number) => string>> = {
  month: (year, month) => `${MONTHS[month]} ${year}`,
  quarter: (year, month) => `Q${Math.floor(month / 3) + 1} ${year}`,
  half: (year, month) => `H${month < 6 ? 1 : 2} ${year}`,
  year: (year) => String(year),
  decade: (year) => `${Math.floor(year / 10) * 10}s`,
}

const TIMES: readonly unknown[] = ['second', 'minute', 'hour']

/** Returns the known part of the time of a launch; for an unknown precision, the day. */
export function launchTime({ net, net_precision }: Omit<LaunchPlan, 'status'>): LaunchTime {
  const at = Date.parse(net)
  const period = PERIODS[net_precision ?? '']
  if (period) {
    const date = new Date(at)
    return { at, knownTo: 'period', text: period(date.getUTCFullYear(), date.getUTCMonth()) }
  }
  return TIMES.includes(net_precision)
    ? { at, knownTo: 'time', text: formatMinute(at) }
    : { at, knownTo: 'day', text: net.slice(0, 10) }
}

/** States of a launch that has lifted off. */
const FLOWN: readonly string[] = ['in_flight', 'success', 'failure', 'partial_failure']

/**
 * Returns the launches ahead, in their order; the first is the next one. They have not lifted off, are planned
 * after `now` (epoch milliseconds), and are known to the day or better.
 */
export function launchesAhead<Launch extends LaunchPlan>(launches: readonly Launch[], now: number): Launch[] {
  return launches.filter((launch) => {
    const { at, knownTo } = launchTime(launch)
    return at > now && knownTo !== 'period' && !FLOWN.includes(launch.status)
  })
}

/** Formats the time to a launch, in milliseconds: `T−2 d 21 h`, `T−21 h 5 min`, `T−5 min`. */
export function countdown(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor(minutes / 60) % 24]
  if (days > 0) return `T−${days} d ${hours} h`
  return hours > 0 ? `T−${hours} h ${minutes % 60} min` : `T−${minutes} min`
}
