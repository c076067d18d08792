import { formatDay, formatTime } from '#endpoint/page/timestamps'
import type { PlannedLaunch } from '#site/planned-launches'

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** Formats the planned time to its precision: `14:05`, `time open`, `December 2026`, `Q1 2027`. */
export function plannedTime({ at, isExact, net_precision }: PlannedLaunch): string {
  if (isExact) return formatTime(at)
  const instant = new Date(at)
  const [year, month] = [instant.getUTCFullYear(), instant.getUTCMonth()]
  if (net_precision === 'month') return `${MONTHS[month]} ${year}`
  if (net_precision === 'quarter') return `Q${Math.floor(month / 3) + 1} ${year}`
  if (net_precision === 'half') return `${month < 6 ? 'first' : 'second'} half of ${year}`
  return net_precision === 'year' ? String(year) : 'time open'
}

/** Returns the heading under which a launch is listed: its day, or `Day not known`. */
export function plannedDay({ at, isExact, net_precision }: PlannedLaunch): string {
  return isExact || net_precision === 'day' || net_precision === null ? formatDay(at) : 'Day not known'
}
