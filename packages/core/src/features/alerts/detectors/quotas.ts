import type { AlertFacts } from '#features/alerts/alert'
import { factsOf } from '#features/alerts/alert-type'
import type { Detector } from '#features/alerts/detector'
import { quota80, quota100 } from '#features/alerts/types/service'
import { iso, nextUtcMidnight } from '#kernel/kit/time'

/** Requests of some accounts on a UTC day. */
export interface ObservedQuotas {
  /** Such as `2026-11-21`. */
  readonly day: string
  readonly accounts: readonly {
    readonly account: string
    readonly requestsToday: number
    readonly requestsPerDay: number
  }[]
}

interface State {
  readonly day: string
  /** The share reported on that day, in percent, by account. */
  readonly reported: Readonly<Record<string, 80 | 100>>
}

/** Finds accounts that have used 80 % or all of their daily quota; reports each account once a day. */
export function quotas(shard: number): Detector<State, ObservedQuotas> {
  return {
    id: `quotas-${shard}`,
    initial: { day: '', reported: {} },
    detect(before, { day, accounts }, now) {
      if (day < before.day) return { state: before, alerts: [] }
      const reported = day === before.day ? { ...before.reported } : {}
      const alerts: AlertFacts[] = []
      for (const { account, requestsToday, requestsPerDay } of accounts) {
        const share = (100 * requestsToday) / requestsPerDay
        const reached = share >= 100 ? 100 : share >= 80 ? 80 : undefined
        if (reached === undefined || reached <= (reported[account] ?? 0)) continue
        reported[account] = reached
        const data = {
          day,
          requests_today: requestsToday,
          requests_per_day: requestsPerDay,
          threshold_percent: reached,
          resets_at: iso(nextUtcMidnight(Date.parse(day))),
          observed_at: iso(now),
          url: '/ref/tiers',
        }
        const facts = { subject: account, level: day, at: now, account, data }
        alerts.push(factsOf(reached === 100 ? quota100 : quota80, facts))
      }
      return { state: { day, reported }, alerts }
    },
  }
}
