import { days, hours, minutes, seconds } from '#time'
import { integerOf, rowOf, textOf } from '#upstreams/checked'

export const launchStatusNames = [
  'go',
  'tbc',
  'tbd',
  'hold',
  'in_flight',
  'success',
  'failure',
  'partial_failure',
  'unknown',
] as const

export type LaunchStatus = (typeof launchStatusNames)[number]

/** How exactly `net` is known: the unit of time that it names. */
export const netPrecisions = ['second', 'minute', 'hour', 'day', 'month', 'quarter', 'half', 'year'] as const

export type NetPrecision = (typeof netPrecisions)[number]

/** Launch Library's statuses; after deploying its payload a vehicle is still in flight. */
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
  /** Which quarter or half of the year, from 1. */
  readonly part?: number
}

/** Launch Library's precisions; what lies between two of ours takes the coarser, and a decade none. */
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
  { id: 16, abbrev: 'DEC', precision: null },
]

export function launchStatus(value: unknown): LaunchStatus {
  return find(statuses, value)?.status ?? 'unknown'
}

/** Precision of a `net_precision` object; unknown ones, and none at all, are `null`. */
export function netPrecision(value: unknown): Precision {
  return find(precisions, value) ?? { precision: null }
}

/** Of these nothing more is to come, whatever their windows say. */
const outcomes: readonly LaunchStatus[] = ['success', 'failure', 'partial_failure']

const unitMs = { second: seconds(1), minute: minutes(1), hour: hours(1), day: days(1) } as const
const monthsIn = { month: 1, quarter: 3, half: 6, year: 12 } as const

/** When a launch is to take place, instants in epoch milliseconds. */
interface Plan {
  readonly status: LaunchStatus
  readonly net: number
  readonly precision: Precision
  /** `null` where none is known. */
  readonly windowEnd: number | null
}

/**
 * Epoch milliseconds at which a launch is past: with its outcome; else when its window has ended and so has the second, minute,
 * hour, day or longer that its `net` names. Where no more is known than that, the window given is `net` itself.
 */
export function overAt({ status, net, precision, windowEnd }: Plan): number {
  if (outcomes.includes(status)) return Number.NEGATIVE_INFINITY
  return Math.max(windowEnd ?? net, endOf(net, precision))
}

/** A quarter named by its number counts even where `net` is a placeholder before it. */
function endOf(net: number, { precision, part = 1 }: Precision): number {
  if (precision === null) return net
  if (precision in unitMs) {
    const ms = unitMs[precision as keyof typeof unitMs]
    return (Math.floor(net / ms) + 1) * ms
  }
  const months = monthsIn[precision as keyof typeof monthsIn]
  const date = new Date(net)
  const ordinal = Math.max(part, Math.floor(date.getUTCMonth() / months) + 1)
  return Date.UTC(date.getUTCFullYear(), months * ordinal)
}

function find<T extends { id: number; abbrev: string }>(terms: readonly T[], value: unknown): T | undefined {
  const row = rowOf(value)
  const abbrev = textOf(row?.['abbrev'])?.toLowerCase()
  const id = integerOf(row?.['id'], 0, 1e6)
  return terms.find((term) => term.id === id) ?? terms.find((term) => term.abbrev.toLowerCase() === abbrev)
}
