import type { Context } from '#context'
import { isTierName, tiers } from '#keys/tiers'
import { Problem } from '#problem'
import { andThen, type Soon } from '#soon'
import type { KeyRecord } from '#store/keys'
import { hours, nextUtcMidnight, utcDay, wholeSecondsUntil } from '#time'

/** What an account has left of its day after a request was taken, or refused; `limit` is `null` for unbounded tiers. */
export interface Allowance {
  readonly granted: boolean
  readonly limit: number | null
  readonly remaining: number
  readonly resetSeconds: number
  readonly counter: string
}

/** Takes one request of the account's UTC day. */
export function takeQuota(record: KeyRecord, context: Context): Soon<Allowance> {
  const now = context.now()
  const midnight = nextUtcMidnight(now)
  const limit = isTierName(record.tier) ? tiers[record.tier].requests_per_day : tiers.free.requests_per_day
  const counter = `quota:${record.account}:${utcDay(now)}`
  const taken = context.store.counters.take(
    counter,
    limit ?? Number.MAX_SAFE_INTEGER,
    midnight + hours(1),
    now,
  )
  return andThen(taken, ({ granted, used }) => {
    const resetSeconds = wholeSecondsUntil(midnight, now)
    return { granted, limit, remaining: Math.max(0, (limit ?? 0) - used), resetSeconds, counter }
  })
}

/** Gives the request back, for a 304 or a failure of ours or of an upstream. */
export function giveBackQuota(allowance: Allowance, context: Context): Soon<Allowance> {
  const remaining = allowance.limit === null ? 0 : allowance.remaining + 1
  return andThen(context.store.counters.giveBack(allowance.counter), () => ({ ...allowance, remaining }))
}

export function quotaProblem({ resetSeconds }: Allowance): Problem {
  const message = 'The requests of this UTC day are used up.'
  return new Problem('rate_limited', { message, retryAfterSeconds: resetSeconds })
}
