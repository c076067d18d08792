import { LRUCache } from 'lru-cache'
import type { Context } from '#context'
import { type Day, dayOf, secondsLeftOf } from '#keys/day'
import { countedUntil, requestCounter } from '#keys/request-count'
import { tierOf } from '#keys/tiers'
import { Problem } from '#problem'
import { andThen, type Soon } from '#soon'
import type { Take } from '#store/counters'
import { whenStoreFails } from '#store/fallback'
import type { KeyRecord } from '#store/keys'
import { seconds } from '#time'

/** What an account has left of its day after a request was taken, or refused; `limit` is `null` for unbounded tiers. */
export interface Allowance {
  readonly granted: boolean
  readonly limit: number | null
  readonly remaining: number
  readonly resetSeconds: number
  /** Whether the store stands behind it; without the store nobody knows what is really left. */
  readonly certain: boolean
  readonly account: AccountDay
}

/** What this process knows of the UTC day of an account. */
interface AccountDay {
  readonly day: Day
  readonly counter: string
  /** What the store said was left when it was last asked; before that the whole limit. */
  remaining: number
  /** Requests that were admitted here while the store failed; they are never written to it. */
  admittedWithoutStore: number
  /** When the store said that nothing is left of which limit; epoch milliseconds. */
  over: { readonly since: number; readonly limit: number } | undefined
}

/** How long "nothing is left" is remembered: the store is spared, and a request that was given back is seen in time. */
const OVER_MS = seconds(1)
/** Of the daily limit, how much one process admits on its own while the store fails. */
const SHARE_WITHOUT_STORE = 0.1
/** How long to wait for a store that may know of more. */
const AWAY_SECONDS = 30

const known = new WeakMap<Context, LRUCache<string, AccountDay>>()

/** Takes one request of the account's UTC day: from the store or, while it fails, from a part that this process may give. */
export function takeQuota(record: KeyRecord, context: Context): Soon<Allowance> {
  const now = context.now()
  const limit = tierOf(record.tier, context.settings.tiers).requests_per_day
  const most = limit ?? Number.MAX_SAFE_INTEGER
  const account = accountDayOf(record.account, most, now, context)
  const allowance = {
    granted: false,
    limit,
    remaining: 0,
    resetSeconds: secondsLeftOf(account.day, now),
    certain: true,
    account,
  }
  const { over } = account
  if (over?.limit === most && now >= over.since && now < over.since + OVER_MS) return allowance

  const counted = ({ granted, used }: Take): Allowance => {
    account.remaining = Math.max(0, most - used)
    account.over = granted ? undefined : { since: now, limit: most }
    return { ...allowance, granted, remaining: limit === null ? 0 : account.remaining }
  }
  const admitted = (failure: Problem): Allowance => {
    context.onError(failure)
    if (account.admittedWithoutStore >= account.remaining) return allowance
    if (account.admittedWithoutStore >= Math.floor(most * SHARE_WITHOUT_STORE)) {
      return { ...allowance, certain: false, resetSeconds: AWAY_SECONDS }
    }
    account.admittedWithoutStore += 1
    context.onEvent({ type: 'quota_fail_open', account: record.account })
    return { ...allowance, certain: false, granted: true }
  }
  const { counters } = context.store
  const take = () => andThen(counters.take(account.counter, most, countedUntil(account.day), now), counted)
  return whenStoreFails(take, admitted)
}

/** Gives the request back, for a 304 or a failure of ours or of an upstream; where the store fails it stays taken. */
export function giveBackQuota(allowance: Allowance, context: Context): Soon<Allowance> {
  const { account, certain, limit } = allowance
  if (!certain) {
    account.admittedWithoutStore -= 1
    return allowance
  }
  const givenBack = (): Allowance => {
    account.remaining += 1
    account.over = undefined
    return { ...allowance, remaining: limit === null ? 0 : allowance.remaining + 1 }
  }
  const stillTaken = (failure: Problem): Allowance => {
    context.onError(failure)
    return allowance
  }
  const giveBack = () => andThen(context.store.counters.giveBack(account.counter), givenBack)
  return whenStoreFails(giveBack, stillTaken)
}

export function quotaProblem({ resetSeconds, certain }: Allowance): Problem {
  const message = certain
    ? 'The requests of this UTC day are used up.'
    : 'Requests cannot be counted right now, and the part that is admitted uncounted is used up.'
  return new Problem('rate_limited', { message, retryAfterSeconds: resetSeconds })
}

function accountDayOf(account: string, most: number, now: number, context: Context): AccountDay {
  const accounts = known.get(context) ?? new LRUCache<string, AccountDay>({ max: 50_000 })
  known.set(context, accounts)
  const day = dayOf(context, now)
  const before = accounts.get(account)
  if (before?.day === day) return before
  const begun: AccountDay = {
    day,
    counter: requestCounter(account, day),
    remaining: most,
    admittedWithoutStore: 0,
    over: undefined,
  }
  accounts.set(account, begun)
  return begun
}
