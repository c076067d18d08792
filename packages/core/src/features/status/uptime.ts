import type { FeedChain, FeedHealth } from '#features/status/endpoint-health'
import { days, hours, utcDay, utcHour } from '#kernel/kit/time'

/** Requests of an endpoint to its providers in a UTC day or hour. */
export interface Outcome {
  /** Such as `2026-11-21`, or `2026-11-21T13`. */
  readonly period: string
  readonly total: number
  /** Requests that failed and got no data from a fallback either. */
  readonly lost: number
}

/** Returns the outcome of an endpoint's requests on each day that had any, ascending. */
export function dayOutcomes(chains: readonly FeedChain[]): readonly Outcome[] {
  return outcomesOf(chains, (feed) => feed.days.map(({ day, ...counts }) => ({ period: day, ...counts })))
}

/** Returns the outcome of an endpoint's requests in each of the last 24 hours that had any, ascending. */
export function hourOutcomes(chains: readonly FeedChain[]): readonly Outcome[] {
  return outcomesOf(chains, (feed) => feed.hours.map(({ hour, ...counts }) => ({ period: hour, ...counts })))
}

interface Counts {
  readonly period: string
  readonly good: number
  readonly failed: number
}

function outcomesOf(
  chains: readonly FeedChain[],
  countsOf: (feed: FeedHealth) => readonly Counts[],
): readonly Outcome[] {
  const outcomes = new Map<string, Outcome>()
  for (const { main, fallbacks } of chains) {
    const inPlace = fallbacks.flatMap(countsOf)
    for (const { period, good, failed } of countsOf(main)) {
      const covered = inPlace.reduce((sum, each) => sum + (each.period === period ? each.good : 0), 0)
      const { total, lost } = outcomes.get(period) ?? { total: 0, lost: 0 }
      outcomes.set(period, {
        period,
        total: total + good + failed,
        lost: lost + Math.max(0, failed - covered),
      })
    }
  }
  return [...outcomes.values()].sort((a, b) => (a.period < b.period ? -1 : 1))
}

/** Returns the first of the last 24 hours, including the current one. */
export const firstHour = (now: number): string => utcHour(now - hours(23))

/** Returns the first of the last `count` days, including today. */
export const firstDay = (count: number, now: number): string => utcDay(now - days(count - 1))

/**
 * Formats the share of requests that succeeded from a period on: `99.9 %`, or `–` without a request. Rounded
 * down, so that only a share without a failure is `100 %`.
 */
export function uptimeSince(first: string, outcomes: readonly Outcome[]): string {
  const known = outcomes.filter(({ period }) => period >= first)
  const total = known.reduce((sum, each) => sum + each.total, 0)
  if (total === 0) return '–'
  const lost = known.reduce((sum, each) => sum + each.lost, 0)
  if (lost === 0) return '100 %'
  return `${(Math.floor((1_000 * (total - lost)) / total) / 10).toFixed(1)} %`
}
