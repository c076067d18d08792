import {
  AccountDay,
  type CountsOf,
  countable,
  keepOne,
  type Limit,
  type QuotaResult,
} from '#kernel/accounts/quota/account-day'
import type { CountingDay, Day } from '#kernel/accounts/quota/day'
import type { Reservations } from '#kernel/accounts/quota/reservations'
import type { Environment } from '#kernel/kit/environment'
import { lruCache } from '#kernel/kit/lru-cache'
import { andThen, type MaybePromise, settle } from '#kernel/kit/maybe-promise'
import type { Added } from '#kernel/storage/atomic-store'
import { ignoreWaitUntil, type WaitUntil } from '#kernel/storage/cache/snapshot'
import { isStoreFailure } from '#kernel/storage/store-failure'

/**
 * Time for which requests are rejected without reading the store after a limit was reached, in milliseconds.
 * It is short, so that refunds and returned reservations take effect.
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
  /** Number of requests to reserve with it; absent if only this request is counted. */
  readonly extra: number | undefined
  readonly now: number
  readonly waitUntil: WaitUntil
}

/** Daily counts of accounts or networks. They are exact, and never exceed a limit. */
export class DailyCounts {
  readonly #environment: Environment
  readonly #days: CountingDay
  readonly #reservations: Reservations
  readonly #of: CountsOf
  readonly #accounts = lruCache<string, AccountDay>(50_000)

  constructor(environment: Environment, days: CountingDay, reservations: Reservations, of: CountsOf) {
    this.#environment = environment
    this.#days = days
    this.#reservations = reservations
    this.#of = of
  }

  /** Consumes one request of a daily limit or, while the store fails, of this process's share of it. */
  consume(
    name: string,
    limit: Limit,
    now = this.#environment.now(),
    waitUntil: WaitUntil = ignoreWaitUntil,
    day = this.#days.current(now),
  ): MaybePromise<QuotaResult> {
    const { store } = this.#environment
    const account = this.#accountDay(name, limit, day)
    const { exhausted, reservation } = account
    if (exhausted?.limit === limit && now >= exhausted.since && now < exhausted.since + EXHAUSTED_TTL_MS) {
      return account.reject(limit, now)
    }
    if (account.reservedUnder !== limit) {
      // The tier of the account may have changed.
      account.reservedUnder = limit
      waitUntil(this.#reservations.return(reservation))
    }
    if (reservation.take()) return account.grant(limit, now)
    const isReserved = this.#reservations.covers(limit, waitUntil)
    const extra = isReserved ? reservation.request(account.remaining) : undefined
    const until = account.day.end + this.#of.keptMs
    const requested = { account, limit, extra, now, waitUntil }
    return settle(
      requested,
      () => store.atomic.add(account.counter, countable(limit), until, now, 1 + (extra ?? 0)),
      (added) => this.#applyCount(added, requested),
      (error) => this.#grantWithoutStore(error, requested),
    )
  }

  /**
   * Refunds a request after a 304, or after a failure of this service or an upstream. It is refunded to the
   * reservation of this process, if there can be one, or to the store. If the store fails, the request
   * remains counted. A request that is also counted for a block is refunded to both.
   */
  refund(quota: QuotaResult): MaybePromise<QuotaResult> {
    const { ofBlock } = quota
    if (!ofBlock) return this.#refundOne(quota)
    return andThen(this.#refundOne(ofBlock), (block) => this.#refundOne({ ...quota, ofBlock: block }))
  }

  #refundOne(quota: QuotaResult): MaybePromise<QuotaResult> {
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
        return keepOne(quota)
      },
    )
  }

  #accountDay(name: string, limit: Limit, day: Day): AccountDay {
    const existing = this.#accounts.get(name)
    if (existing?.day === day) return existing
    const created = new AccountDay(name, day, limit, this.#reservations, this.#of)
    this.#accounts.set(name, created)
    return created
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
    this.#environment.onError(error)
    const rejection = account.reject(limit, now)
    if (account.grantedWithoutStore >= account.remaining) return rejection
    if (account.grantedWithoutStore >= Math.floor(countable(limit) * SHARE_WITHOUT_STORE)) {
      const retry = { resetSeconds: STORE_RETRY_SECONDS, retrySeconds: STORE_RETRY_SECONDS }
      return { ...rejection, ...retry, certain: false }
    }
    account.grantedWithoutStore += 1
    this.#of.onUncounted(account.name)
    return { ...rejection, certain: false, granted: true }
  }
}

function applyRefund(quota: QuotaResult): QuotaResult {
  quota.account.inFlight -= 1
  quota.account.exhausted = undefined
  return { ...quota, remaining: quota.limit === null ? 0 : quota.remaining + 1 }
}
