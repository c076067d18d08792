import { days, hours, minutes, seconds } from '#kernel/kit/time'
import { parseInteger, parseText, toRow } from '#kernel/upstreams/parse/fields'

/** Meaning of each status of a launch. */
export const launchStatuses = {
  go: 'The launch time is confirmed by official or reliable sources',
  tbc: 'The date is fairly certain and awaits confirmation',
  tbd: 'The date is a placeholder, or is based on unreliable sources',
  hold: 'The countdown is on hold',
  in_flight: 'The vehicle has lifted off, and the outcome is not known yet',
  success: 'The payload reached its target orbit',
  failure: 'The payload did not reach orbit',
  partial_failure:
    'The payload reached an orbit other than its target, or only a part of it reached its target',
  unknown: 'The upstream has a status that this service does not know',
} as const

export type LaunchStatus = keyof typeof launchStatuses

/** Statuses of a launch, as `status` carries them. */
export const launchStatusNames = Object.keys(launchStatuses) as [LaunchStatus, ...LaunchStatus[]]

/** Precision of `net`: the unit of time to which it is known. */
export const netPrecisions = [
  ...(['second', 'minute', 'hour', 'day'] as const),
  ...(['month', 'quarter', 'half', 'year', 'decade'] as const),
] as const

export type NetPrecision = (typeof netPrecisions)[number]

/** Launch Library's statuses. A vehicle that has deployed its payload is still in flight. */
const statuses: readonly { id: number; abbrev: string; status: LaunchStatus }[] = [
  { id: 1, abbrev: 'Go', status: 'go' },
  { id: 2, abbrev: 'TBD', status: 'tbd' },
  { id: 3, abbrev: 'Success', status: 'success' },
  { id: 4, abbrev: 'Failure', status: 'failure' },
  { id: 5, abbrev: 'Hold', status: 'hold' },
  { id: 6, abbrev: 'In Flight', status: 'in_flight' },
  { id: 7, abbrev: 'Partial Failure', status: 'partial_failure' },
  { id: 8, abbrev: 'TBC', status: 'tbc' },
  { id: 9, abbrev: 'Payload Deployed', status: 'in_flight' },
]

interface Precision {
  readonly precision: NetPrecision | null
  /** Number of the quarter or half of the year, starting at 1. */
  readonly part?: number
}

/** Launch Library's precisions. A precision between two of ours becomes the coarser one. */
const precisions: readonly (Precision & { id: number; abbrev: string })[] = [
  { id: 0, abbrev: 'SEC', precision: 'second' },
  { id: 1, abbrev: 'MIN', precision: 'minute' },
  { id: 2, abbrev: 'HR', precision: 'hour' },
  { id: 3, abbrev: 'MRN', precision: 'day' },
  { id: 4, abbrev: 'AFT', precision: 'day' },
  { id: 5, abbrev: 'DAY', precision: 'day' },
  { id: 6, abbrev: 'WK', precision: 'month' },
  { id: 7, abbrev: 'M', precision: 'month' },
  { id: 8, abbrev: 'Q1', precision: 'quarter', part: 1 },
  { id: 9, abbrev: 'Q2', precision: 'quarter', part: 2 },
  { id: 10, abbrev: 'Q3', precision: 'quarter', part: 3 },
  { id: 11, abbrev: 'Q4', precision: 'quarter', part: 4 },
  { id: 12, abbrev: 'H1', precision: 'half', part: 1 },
  { id: 13, abbrev: 'H2', precision: 'half', part: 2 },
  { id: 14, abbrev: 'Y', precision: 'year' },
  { id: 15, abbrev: 'FY', precision: 'year' },
  { id: 16, abbrev: 'DEC', precision: 'decade' },
]

/** Returns the status of a Launch Library `status` object, by its id or else its abbreviation. */
export function parseLaunchStatus(value: unknown): LaunchStatus {
  return findTerm(statuses, value)?.status ?? 'unknown'
}

/** Returns the precision of a `net_precision` object; `null` for unknown and missing ones. */
export function parseNetPrecision(value: unknown): Precision {
  return findTerm(precisions, value) ?? { precision: null }
}

/** Returns whether a status is final, independent of the launch window. */
export function isFinal(status: LaunchStatus): boolean {
  return ['success', 'failure', 'partial_failure'].includes(status)
}

const fixedUnitMs = { second: seconds(1), minute: minutes(1), hour: hours(1), day: days(1) } as const
const monthsPerUnit = { month: 1, quarter: 3, half: 6, year: 12, decade: 120 } as const

/** Schedule of a launch; instants in epoch milliseconds. */
interface LaunchTiming {
  readonly status: LaunchStatus
  readonly net: number
  readonly precision: Precision
  /** `null` if unknown. */
  readonly windowEnd: number | null
}

/**
 * Returns the time from which a launch counts as past, in epoch milliseconds. A launch with a final status is
 * always past. Otherwise, it is past when its window and the unit of time that `net` denotes have both ended.
 */
export function launchPastAt({ status, net, precision, windowEnd }: LaunchTiming): number {
  if (isFinal(status)) return Number.NEGATIVE_INFINITY
  return Math.max(windowEnd ?? net, precisionEnd(net, precision))
}

/**
 * Returns the end of the unit of time that `net` denotes. A numbered quarter or half counts even if `net` is
 * before it.
 */
function precisionEnd(net: number, { precision, part = 1 }: Precision): number {
  if (precision === null) return net
  if (precision in fixedUnitMs) {
    const ms = fixedUnitMs[precision as keyof typeof fixedUnitMs]
    return (Math.floor(net / ms) + 1) * ms
  }
  const months = monthsPerUnit[precision as keyof typeof monthsPerUnit]
  const date = new Date(net)
  const year = date.getUTCFullYear()
  if (precision === 'decade') return Date.UTC(year - (year % 10), months)
  const ordinal = Math.max(part, Math.floor(date.getUTCMonth() / months) + 1)
  return Date.UTC(year, months * ordinal)
}

function findTerm<T extends { id: number; abbrev: string }>(
  terms: readonly T[],
  value: unknown,
): T | undefined {
  const row = toRow(value)
  const abbrev = parseText(row?.['abbrev'])?.toLowerCase()
  const id = parseInteger(row?.['id'], 0, 1e6)
  return terms.find((term) => term.id === id) ?? terms.find((term) => term.abbrev.toLowerCase() === abbrev)
}
