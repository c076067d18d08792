import { LRUCache } from 'lru-cache'
import type { KeyRecord } from '#accounts/keys/key-records'
import { type CountingDay, type Day, secondsLeftIn } from '#accounts/quota/day'
import { requestCounter, requestCounterExpiry } from '#accounts/quota/request-count'
import { Reservation, type Reservations } from '#accounts/quota/reservations'
import { tierOf } from '#accounts/quota/tiers'
import type { Environment, Tier } from '#kit/context'
import { type MaybePromise, settle } from '#kit/maybe-promise'
import { Problem } from '#kit/problem'
import type { Added } from '#storage/atomic-store'
import { ignoreWaitUntil, type WaitUntil } from '#storage/cache/snapshot'
import { isStoreFailure } from '#storage/store-failure'

/** The quota of an account after a request was granted or rejected; `limit` is `null` for no limit. */
export interface QuotaResult {
  readonly granted: boolean
  readonly limit: number | null
  readonly remaining: number
  readonly resetSeconds: number
  /** Seconds until a retry of a rejected request; before the reset if requests in flight may be refunded. */
  readonly retrySeconds: number
  /** Whether it is based on the count in the store; if not, what is left is unknown. */
  readonly certain: boolean
  readonly account: AccountDay
}

/** State of an account on a UTC day, in this process. */
interface AccountDay {
  readonly name: string
  readonly day: Day
  readonly counter: string
  /** Requests counted here ahead of their arrival, under the limit of that time. */
  readonly reservation: Reservation
  reservedUnder: Limit
  /** Remaining requests as last read from the store, without those reserved here; initially the limit. */
  remaining: number
  /** Requests granted here while the store failed; never written to it. */
  grantedWithoutStore: number
  /** When, in epoch milliseconds, the store reported that this limit is reached. */
  exhausted: { readonly since: number; readonly limit: Limit } | undefined
  /** Requests counted here that have no response yet: each may be refunded. */
  inFlight: number
  /** 304 responses that can be refunded without the store. */
  freeUnchanged: number
  /** The daily quota under which no more 304 responses are refunded. */
  unchangedExhausted: Limit | undefined
}

/**
 * How long a reached limit is answered without the store, in milliseconds; short, so that refunds and
 * returned reservations take effect.
 */
const EXHAUSTED_TTL_MS = 250
/** Share of the daily quota that one process grants while the store fails. */
const SHARE_WITHOUT_STORE = 0.1
/** Seconds until a retry while the store fails. */
const STORE_RETRY_SECONDS = 30
/** Seconds until a retry while requests in flight may be refunded. */
const REFUND_RETRY_SECONDS = 10

/** The daily quotas of accounts, as this process counts them. */
export class Quotas {
  readonly #services: QuotaServices
  readonly #days: CountingDay
  readonly #accounts = new LRUCache<string, AccountDay>({ max: 50_000 })
  readonly #reportedTiers = new Set<string>()

  constructor(environment: Environment, days: CountingDay, reservations: Reservations) {
    this.#services = { environment, reservations }
    this.#days = days
  }

  /**
   * Consumes one request of an account's daily quota; while the store fails, of this process's share of it.
   */
  consume(
    { account: name, tier }: Pick<KeyRecord, 'account' | 'tier'>,
    now = this.#services.environment.now(),
    waitUntil: WaitUntil = ignoreWaitUntil,
  ): MaybePromise<QuotaResult> {
    const { environment, reservations } = this.#services
    const limit = (environment.settings.tiers.get(tier) ?? this.#fallbackTier(tier)).requestsPerDay
    const account = this.#accountDay(name, limit, now)
    const { exhausted, reservation } = account
    if (exhausted?.limit === limit && now >= exhausted.since && now < exhausted.since + EXHAUSTED_TTL_MS) {
      return createRejection(account, limit, now)
    }
    if (account.reservedUnder !== limit) {
      // The account may have changed its tier.
      account.reservedUnder = limit
      waitUntil(reservations.return(reservation))
    }
    if (reservation.take()) return createGrant(account, limit, now)
    const extra = reservations.covers(limit, waitUntil) ? reservation.request(account.remaining) : undefined
    return settle(
      { account, limit, extra, now, waitUntil, services: this.#services },
      countRequest,
      applyResult,
      grantWithoutStore,
    )
  }

  /**
   * Refunds a request, after a 304 or a failure of ours or of an upstream: to the reservation of this
   * process, if there can be one, or to the store. If the store fails, it stays counted.
   */
  refund(quota: QuotaResult): MaybePromise<QuotaResult> {
    const { account, certain, limit } = quota
    if (!certain) {
      account.grantedWithoutStore -= 1
      return quota
    }
    if (account.reservedUnder === limit && account.reservation.isInUse) {
      account.reservation.add(1)
      return applyRefund(quota)
    }
    const { store, onError } = this.#services.environment
    return settle(
      quota,
      () => store.atomic.subtract(account.counter),
      () => {
        account.remaining += 1
        return applyRefund(quota)
      },
      (error) => {
        if (!isStoreFailure(error)) throw error
        onError(error)
        return keepQuota(quota)
      },
    )
  }

  #accountDay(name: string, limit: Limit, now: number): AccountDay {
    const day = this.#days.current(now)
    const existing = this.#accounts.get(name)
    if (existing?.day === day) return existing
    const counter = requestCounter(name, day)
    const created: AccountDay = {
      name,
      day,
      counter,
      reservation: new Reservation(counter, this.#services.reservations),
      reservedUnder: limit,
      remaining: limit ?? UNBOUNDED,
      grantedWithoutStore: 0,
      exhausted: undefined,
      inFlight: 0,
      freeUnchanged: 0,
      unchangedExhausted: undefined,
    }
    this.#accounts.set(name, created)
    return created
  }

  /** Returns the quota of a tier that is not configured here: that of `free`. Reports each such tier once. */
  #fallbackTier(name: string): Tier {
    const { settings, onError } = this.#services.environment
    if (!this.#reportedTiers.has(name)) {
      this.#reportedTiers.add(name)
      onError(
        new Error(
          `A key is in tier ${JSON.stringify(name)}, which is not configured here; ` +
            'it gets the quota of free. Configure the same tiers on all instances that share the store.',
        ),
      )
    }
    return tierOf(name, settings.tiers)
  }
}

interface QuotaServices {
  readonly environment: Environment
  readonly reservations: Reservations
}

/** One request to be counted; `now` is in epoch milliseconds. */
interface Consumption {
  readonly account: AccountDay
  readonly limit: Limit
  /** Requests to reserve with it; absent if it is counted alone. */
  readonly extra: number | undefined
  readonly now: number
  readonly waitUntil: WaitUntil
  readonly services: QuotaServices
}

function countRequest({ account, limit, extra = 0, now, services }: Consumption): MaybePromise<Added> {
  const until = requestCounterExpiry(account.day)
  return services.environment.store.atomic.add(account.counter, limit ?? UNBOUNDED, until, now, 1 + extra)
}

type Limit = QuotaResult['limit']

const UNBOUNDED = Number.MAX_SAFE_INTEGER

function applyResult(
  { added, count: used }: Added,
  { account, limit, extra, now, waitUntil, services }: Consumption,
): QuotaResult {
  account.remaining = Math.max(0, (limit ?? UNBOUNDED) - used)
  if (extra !== undefined) account.reservation.requested(Math.max(0, added - 1), waitUntil)
  if (account.reservedUnder !== limit) waitUntil(services.reservations.return(account.reservation))
  if (added > 0) return createGrant(account, limit, now)
  const mayBeRefunded = used - account.inFlight < (limit ?? UNBOUNDED)
  account.exhausted = mayBeRefunded ? undefined : { since: now, limit }
  const rejection = createRejection(account, limit, now)
  return mayBeRefunded
    ? { ...rejection, retrySeconds: Math.min(REFUND_RETRY_SECONDS, rejection.retrySeconds) }
    : rejection
}

function createGrant(account: AccountDay, limit: Limit, now: number): QuotaResult {
  account.inFlight += 1
  account.exhausted = undefined
  const resetSeconds = secondsLeftIn(account.day, now)
  return {
    granted: true,
    limit,
    remaining: limit === null ? 0 : account.remaining + account.reservation.left,
    resetSeconds,
    retrySeconds: resetSeconds,
    certain: true,
    account,
  }
}

function createRejection(account: AccountDay, limit: Limit, now: number): QuotaResult {
  const resetSeconds = secondsLeftIn(account.day, now)
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

/** Grants requests while the store fails; rethrows any other error. */
function grantWithoutStore(
  error: unknown,
  { account, limit, extra, now, waitUntil, services }: Consumption,
): QuotaResult {
  if (extra !== undefined) account.reservation.requested(0, waitUntil)
  if (!isStoreFailure(error)) throw error
  const { onError, onEvent } = services.environment
  onError(error)
  const rejection = createRejection(account, limit, now)
  if (account.grantedWithoutStore >= account.remaining) return rejection
  if (account.grantedWithoutStore >= Math.floor((limit ?? UNBOUNDED) * SHARE_WITHOUT_STORE)) {
    return {
      ...rejection,
      certain: false,
      resetSeconds: STORE_RETRY_SECONDS,
      retrySeconds: STORE_RETRY_SECONDS,
    }
  }
  account.grantedWithoutStore += 1
  onEvent({ type: 'quota_fail_open', account: account.name })
  return { ...rejection, certain: false, granted: true }
}

/** Completes a request that stays counted. */
export function keepQuota(quota: QuotaResult): QuotaResult {
  if (quota.certain) quota.account.inFlight -= 1
  return quota
}

function applyRefund(quota: QuotaResult): QuotaResult {
  const { granted, limit, remaining, resetSeconds, retrySeconds, certain, account } = quota
  account.inFlight -= 1
  account.exhausted = undefined
  const left = limit === null ? 0 : remaining + 1
  return { granted, limit, remaining: left, resetSeconds, retrySeconds, certain, account }
}

/** Returns the Problem for a rejected request; the message depends on when a retry may succeed. */
export function quotaProblem({ resetSeconds, retrySeconds, certain }: QuotaResult): Problem {
  const message = certain
    ? retrySeconds < resetSeconds
      ? `Daily quota exceeded; requests in progress may still be refunded. Retry in ${retrySeconds} s.`
      : 'Daily quota exceeded; it resets at 00:00 UTC.'
    : `Requests cannot be counted now and the uncounted allowance is used up. Retry in ${retrySeconds} s.`
  return new Problem('rate_limited', { message, retryAfterSeconds: retrySeconds })
}
