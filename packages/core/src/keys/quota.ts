import { LRUCache } from 'lru-cache'
import type { Context, Tier } from '#context'
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
  /** When to ask again, of one that was refused: sooner than the reset where requests under way may still be given back. */
  readonly retrySeconds: number
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
  /** Requests that were counted here and have no answer yet: each may still be given back. */
  underWay: number
  /** Answers of 304 that may still be given back without a look at the store. */
  freeUnchanged: number
  /** The limit of which no more answers of 304 are free. */
  unchangedSpent: Limit | undefined
}

/** How long "nothing is left" is remembered: the store is spared, and a request that was given back is seen in time. */
const OVER_MS = seconds(1)
/** Of the daily limit, how much one process admits on its own while the store fails. */
const SHARE_WITHOUT_STORE = 0.1
/** How long to wait for a store that may know of more. */
const AWAY_SECONDS = 30
/** How long to wait for requests that are under way. */
const UNDER_WAY_SECONDS = 10

const known = new WeakMap<Context, LRUCache<string, AccountDay>>()

/** Takes one request of the account's UTC day: from the store or, while it fails, from a part that this process may give. */
export function takeQuota(record: KeyRecord, context: Context, now = context.now()): Soon<Allowance> {
  const limit = (context.settings.tiers.get(record.tier) ?? unknownTier(record.tier, context))
    .requests_per_day
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
  const resetSeconds = secondsLeftOf(account.day, now)
  if (granted) {
    account.underWay += 1
    account.over = undefined
    const remaining = limit === null ? 0 : account.remaining
    return { granted, limit, remaining, resetSeconds, retrySeconds: resetSeconds, certain: true, account }
  }
  const mayReturn = used - account.underWay < (limit ?? UNBOUNDED)
  account.over = mayReturn ? undefined : { since: now, limit }
  const nothingLeft = refused(account, limit, now)
  return mayReturn ? { ...nothingLeft, retrySeconds: Math.min(UNDER_WAY_SECONDS, resetSeconds) } : nothingLeft
}

function refused(account: AccountDay, limit: Limit, now: number): Allowance {
  const resetSeconds = secondsLeftOf(account.day, now)
  return {
    granted: false,
    limit,
    remaining: 0,
    resetSeconds,
    retrySeconds: resetSeconds,
    certain: true,
    account,
  }
}

const toldOf = new WeakMap<Context, Set<string>>()

/** What is served to a tier that this instance does not know; its operator is told once of each. */
function unknownTier(name: string, context: Context): Tier {
  const told = toldOf.get(context) ?? new Set()
  toldOf.set(context, told)
  if (!told.has(name)) {
    told.add(name)
    context.onError(
      new Error(
        `a key is in the tier ${JSON.stringify(name)}, which this instance does not know, and is served as free: ` +
          'give all instances on the store the same tiers',
      ),
    )
  }
  return tierOf(name, context.settings.tiers)
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
    return { ...nothingLeft, certain: false, resetSeconds: AWAY_SECONDS, retrySeconds: AWAY_SECONDS }
  }
  account.admittedWithoutStore += 1
  context.onEvent({ type: 'quota_fail_open', account: account.name })
  return { ...nothingLeft, certain: false, granted: true }
}

/** Ends a request that stays counted. */
export function keepQuota(allowance: Allowance): Allowance {
  if (allowance.certain) allowance.account.underWay -= 1
  return allowance
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

function givenBack(allowance: Allowance): Allowance {
  const { granted, limit, remaining, resetSeconds, retrySeconds, certain, account } = allowance
  account.underWay -= 1
  account.remaining += 1
  account.over = undefined
  const left = limit === null ? 0 : remaining + 1
  return { granted, limit, remaining: left, resetSeconds, retrySeconds, certain, account }
}

function stillTaken(error: unknown, allowance: Allowance, context: Context): Allowance {
  if (!isStoreFailure(error)) throw error
  context.onError(error)
  return keepQuota(allowance)
}

export function quotaProblem({ resetSeconds, retrySeconds, certain }: Allowance): Problem {
  const message = certain
    ? retrySeconds < resetSeconds
      ? 'The requests of this UTC day are used up, but some are still under way and may be given back.'
      : 'The requests of this UTC day are used up.'
    : 'Requests cannot be counted right now, and the part that is admitted uncounted is used up.'
  return new Problem('rate_limited', { message, retryAfterSeconds: retrySeconds })
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
    underWay: 0,
    freeUnchanged: 0,
    unchangedSpent: undefined,
  }
  accounts.set(account, begun)
  return begun
}
