import { LRUCache } from 'lru-cache'
import type { Context } from '#context'
import { type Day, dayOf, secondsLeftOf } from '#keys/day'
import { countedUntil, requestCounter } from '#keys/request-count'
import { tierOf } from '#keys/tiers'
import { Problem } from '#problem'
import type { Soon } from '#soon'
import type { Take } from '#store/counters'
import { isStoreFailure } from '#store/fallback'
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
  readonly name: string
  readonly day: Day
  readonly counter: string
  /** What the store said was left when it was last asked; before that the whole limit. */
  remaining: number
  /** Requests that were admitted here while the store failed; they are never written to it. */
  admittedWithoutStore: number
  /** When the store said that nothing is left of which limit; epoch milliseconds. */
  over: { readonly since: number; readonly limit: Limit } | undefined
}

/** How long "nothing is left" is remembered: the store is spared, and a request that was given back is seen in time. */
const OVER_MS = seconds(1)
/** Of the daily limit, how much one process admits on its own while the store fails. */
const SHARE_WITHOUT_STORE = 0.1
/** How long to wait for a store that may know of more. */
const AWAY_SECONDS = 30

const known = new WeakMap<Context, LRUCache<string, AccountDay>>()

/** Takes one request of the account's UTC day: from the store or, while it fails, from a part that this process may give. */
export function takeQuota(record: KeyRecord, context: Context, now = context.now()): Soon<Allowance> {
  const limit = tierOf(record.tier, context.settings.tiers).requests_per_day
  const account = accountDayOf(record.account, limit, now, context)
  const { over, day } = account
  if (over && over.limit === limit && now >= over.since && now < over.since + OVER_MS) {
    return refused(account, limit, now)
  }
  try {
    const take = context.store.counters.take(account.counter, limit ?? UNBOUNDED, countedUntil(day), now)
    return take instanceof Promise
      ? take.then(
          (late) => counted(late, account, limit, now),
          (error) => withoutStore(error, account, limit, now, context),
        )
      : counted(take, account, limit, now)
  } catch (error) {
    return withoutStore(error, account, limit, now, context)
  }
}

type Limit = Allowance['limit']

const UNBOUNDED = Number.MAX_SAFE_INTEGER

function counted({ granted, used }: Take, account: AccountDay, limit: Limit, now: number): Allowance {
  account.remaining = Math.max(0, (limit ?? UNBOUNDED) - used)
  account.over = granted ? undefined : { since: now, limit }
  const remaining = limit === null ? 0 : account.remaining
  return { granted, limit, remaining, resetSeconds: secondsLeftOf(account.day, now), certain: true, account }
}

function refused(account: AccountDay, limit: Limit, now: number): Allowance {
  const resetSeconds = secondsLeftOf(account.day, now)
  return { granted: false, limit, remaining: 0, resetSeconds, certain: true, account }
}

/** What is admitted while the store fails; throws any other error. */
function withoutStore(
  error: unknown,
  account: AccountDay,
  limit: Limit,
  now: number,
  context: Context,
): Allowance {
  if (!isStoreFailure(error)) throw error
  context.onError(error)
  const nothingLeft = refused(account, limit, now)
  if (account.admittedWithoutStore >= account.remaining) return nothingLeft
  if (account.admittedWithoutStore >= Math.floor((limit ?? UNBOUNDED) * SHARE_WITHOUT_STORE)) {
    return { ...nothingLeft, certain: false, resetSeconds: AWAY_SECONDS }
  }
  account.admittedWithoutStore += 1
  context.onEvent({ type: 'quota_fail_open', account: account.name })
  return { ...nothingLeft, certain: false, granted: true }
}

/** Gives the request back, for a 304 or a failure of ours or of an upstream; where the store fails it stays taken. */
export function giveBackQuota(allowance: Allowance, context: Context): Soon<Allowance> {
  const { account, certain } = allowance
  if (!certain) {
    account.admittedWithoutStore -= 1
    return allowance
  }
  try {
    const given = context.store.counters.giveBack(account.counter)
    return given instanceof Promise
      ? given.then(
          () => givenBack(allowance),
          (error) => stillTaken(error, allowance, context),
        )
      : givenBack(allowance)
  } catch (error) {
    return stillTaken(error, allowance, context)
  }
}

function givenBack({ granted, limit, remaining, resetSeconds, certain, account }: Allowance): Allowance {
  account.remaining += 1
  account.over = undefined
  return { granted, limit, remaining: limit === null ? 0 : remaining + 1, resetSeconds, certain, account }
}

function stillTaken(error: unknown, allowance: Allowance, context: Context): Allowance {
  if (!isStoreFailure(error)) throw error
  context.onError(error)
  return allowance
}

export function quotaProblem({ resetSeconds, certain }: Allowance): Problem {
  const message = certain
    ? 'The requests of this UTC day are used up.'
    : 'Requests cannot be counted right now, and the part that is admitted uncounted is used up.'
  return new Problem('rate_limited', { message, retryAfterSeconds: resetSeconds })
}

function accountDayOf(account: string, limit: Limit, now: number, context: Context): AccountDay {
  let accounts = known.get(context)
  if (!accounts) {
    accounts = new LRUCache<string, AccountDay>({ max: 50_000 })
    known.set(context, accounts)
  }
  const day = dayOf(context, now)
  const before = accounts.get(account)
  if (before?.day === day) return before
  const begun: AccountDay = {
    name: account,
    day,
    counter: requestCounter(account, day),
    remaining: limit ?? UNBOUNDED,
    admittedWithoutStore: 0,
    over: undefined,
  }
  accounts.set(account, begun)
  return begun
}
