import type { KeyRecord } from '#accounts/keys/key-records'
import { AccountDay, countable, keepQuota, type Limit, type QuotaResult } from '#accounts/quota/account-day'
import type { CountingDay } from '#accounts/quota/day'
import { requestCounterExpiry } from '#accounts/quota/request-count'
import type { Reservations } from '#accounts/quota/reservations'
import { tierOf } from '#accounts/quota/tiers'
import type { Environment, Tier } from '#kit/context'
import { lruCache } from '#kit/lru-cache'
import { type MaybePromise, settle } from '#kit/maybe-promise'
import type { Added } from '#storage/atomic-store'
import { ignoreWaitUntil, type WaitUntil } from '#storage/cache/snapshot'
import { isStoreFailure } from '#storage/store-failure'

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

/** One request to be counted; `now` is in epoch milliseconds. */
interface Consumption {
  readonly account: AccountDay
  readonly limit: Limit
  /** Requests to reserve with it; absent if it is counted alone. */
  readonly extra: number | undefined
  readonly now: number
  readonly waitUntil: WaitUntil
}

/** The daily quotas of accounts, as this process counts them. */
export class Quotas {
  readonly #environment: Environment
  readonly #days: CountingDay
  readonly #reservations: Reservations
  readonly #accounts = lruCache<string, AccountDay>(50_000)
  readonly #reportedTiers = new Set<string>()

  constructor(environment: Environment, days: CountingDay, reservations: Reservations) {
    this.#environment = environment
    this.#days = days
    this.#reservations = reservations
  }

  /**
   * Consumes one request of an account's daily quota; while the store fails, of this process's share of it.
   */
  consume(
    { account: name, tier }: Pick<KeyRecord, 'account' | 'tier'>,
    now = this.#environment.now(),
    waitUntil: WaitUntil = ignoreWaitUntil,
  ): MaybePromise<QuotaResult> {
    const { settings, store } = this.#environment
    const limit = (settings.tiers.get(tier) ?? this.#fallbackTier(tier)).requestsPerDay
    const account = this.#accountDay(name, limit, now)
    const { exhausted, reservation } = account
    if (exhausted?.limit === limit && now >= exhausted.since && now < exhausted.since + EXHAUSTED_TTL_MS) {
      return account.reject(limit, now)
    }
    if (account.reservedUnder !== limit) {
      // The account may have changed its tier.
      account.reservedUnder = limit
      waitUntil(this.#reservations.return(reservation))
    }
    if (reservation.take()) return account.grant(limit, now)
    const isReserved = this.#reservations.covers(limit, waitUntil)
    const extra = isReserved ? reservation.request(account.remaining) : undefined
    const until = requestCounterExpiry(account.day)
    const requested = { account, limit, extra, now, waitUntil }
    return settle(
      requested,
      () => store.atomic.add(account.counter, countable(limit), until, now, 1 + (extra ?? 0)),
      (added) => this.#applyCount(added, requested),
      (error) => this.#grantWithoutStore(error, requested),
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
    const { store, onError } = this.#environment
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
    const created = new AccountDay(name, day, limit, this.#reservations)
    this.#accounts.set(name, created)
    return created
  }

  /** Returns the quota of a tier that is not configured here: that of `free`. Reports each such tier once. */
  #fallbackTier(name: string): Tier {
    const { settings, onError } = this.#environment
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

  #applyCount({ added, count: used }: Added, requested: Consumption): QuotaResult {
    const { account, limit, extra, now, waitUntil } = requested
    account.remaining = Math.max(0, countable(limit) - used)
    if (extra !== undefined) account.reservation.requested(Math.max(0, added - 1), waitUntil)
    if (account.reservedUnder !== limit) waitUntil(this.#reservations.return(account.reservation))
    if (added > 0) return account.grant(limit, now)
    const mayBeRefunded = used - account.inFlight < countable(limit)
    account.exhausted = mayBeRefunded ? undefined : { since: now, limit }
    const rejection = account.reject(limit, now)
    return mayBeRefunded
      ? { ...rejection, retrySeconds: Math.min(REFUND_RETRY_SECONDS, rejection.retrySeconds) }
      : rejection
  }

  /** Grants requests while the store fails; rethrows any other error. */
  #grantWithoutStore(error: unknown, { account, limit, extra, now, waitUntil }: Consumption): QuotaResult {
    if (extra !== undefined) account.reservation.requested(0, waitUntil)
    if (!isStoreFailure(error)) throw error
    const { onError, onEvent } = this.#environment
    onError(error)
    const rejection = account.reject(limit, now)
    if (account.grantedWithoutStore >= account.remaining) return rejection
    if (account.grantedWithoutStore >= Math.floor(countable(limit) * SHARE_WITHOUT_STORE)) {
      const retry = { resetSeconds: STORE_RETRY_SECONDS, retrySeconds: STORE_RETRY_SECONDS }
      return { ...rejection, ...retry, certain: false }
    }
    account.grantedWithoutStore += 1
    onEvent({ type: 'quota_fail_open', account: account.name })
    return { ...rejection, certain: false, granted: true }
  }
}

function applyRefund(quota: QuotaResult): QuotaResult {
  quota.account.inFlight -= 1
  quota.account.exhausted = undefined
  return { ...quota, remaining: quota.limit === null ? 0 : quota.remaining + 1 }
}
