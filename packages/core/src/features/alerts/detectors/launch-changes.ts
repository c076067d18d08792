import { type NetPrecision, netPrecisions } from '#features/launches/terms'
import { days, hours, minutes, seconds } from '#kernel/kit/time'

const UNIT_MS: Partial<Record<NetPrecision, number>> = {
  second: seconds(1),
  minute: minutes(1),
  hour: hours(1),
  day: days(1),
}
const UNIT_MONTHS: Partial<Record<NetPrecision, number>> = {
  month: 1,
  quarter: 3,
  half: 6,
  year: 12,
  decade: 120,
}

/** A planned time with its precision; `null` if unknown, which is treated as a day. */
export interface PlannedTime {
  readonly net: string
  readonly net_precision: NetPrecision | null
}

/** Returns whether two planned times differ by more than the coarser of their precisions. */
export function isRescheduled(before: PlannedTime, after: PlannedTime): boolean {
  const ranks = [before, after].map(({ net_precision }) => netPrecisions.indexOf(net_precision ?? 'day'))
  const precision = netPrecisions[Math.max(...ranks)] ?? 'day'
  return unitOf(before.net, precision) !== unitOf(after.net, precision)
}

/** Returns the number of the second, minute, … or decade that contains an instant. */
function unitOf(net: string, precision: NetPrecision): number {
  const ms = UNIT_MS[precision]
  if (ms !== undefined) return Math.floor(Date.parse(net) / ms)
  const date = new Date(net)
  return Math.floor((date.getUTCFullYear() * 12 + date.getUTCMonth()) / (UNIT_MONTHS[precision] ?? 1))
}
