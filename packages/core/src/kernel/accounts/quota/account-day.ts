import { type Day, secondsLeftIn } from '#kernel/accounts/quota/day'
import { requestCounter } from '#kernel/accounts/quota/request-count'
import { Reservation, type Reservations } from '#kernel/accounts/quota/reservations'
import { Problem } from '#kernel/kit/problem'

/** Requests per UTC day; `null` for no limit. */
export type Limit = number | null

/** Options of a counter of requests. */
export interface CountsOf {
  /** Name of the limit in the headers of responses. */
  readonly policy: 'day' | 'network-day'
  /** Time for which a count is kept after its day, in milliseconds. */
  readonly keptMs: number
  /** Function called for every request that is admitted while the store cannot count it. */
  readonly onUncounted: (name: string) => void
}

/** The quota of an account, or of a network, after a request was granted or rejected. */
export interface QuotaResult {
  readonly granted: boolean
  readonly limit: Limit
  readonly remaining: number
  readonly resetSeconds: number
  /** Seconds until a retry of a rejected request; before the reset if requests in flight may be refunded. */
  readonly retrySeconds: number
  /** Whether it is based on the count in the store. Otherwise, the remaining quota is unknown. */
  readonly certain: boolean
  readonly account: AccountDay
  /** The quota of the block around a network, which also counted the request. */
  readonly ofBlock?: QuotaResult
}

/** State of an account, or of a network, on a UTC day, in this process. */
export class AccountDay {
  readonly name: string
  readonly day: Day
  readonly policy: CountsOf['policy']
  readonly counter: string
  /** Requests counted here in advance, under the limit at that time. */
  readonly reservation: Reservation
  reservedUnder: Limit
  /** Remaining requests as last read from the store, without requests reserved here; initially the limit. */
  remaining: number
  /** Requests granted here while the store failed; never written to it. */
  grantedWithoutStore = 0
  /** Time at which the store reported that this limit is reached, in epoch milliseconds. */
  exhausted: { readonly since: number; readonly limit: Limit } | undefined
  /** Requests counted here that have no response yet: each may be refunded. */
  inFlight = 0
  /** 304 responses that can be refunded without the store. */
  freeUnchanged = 0
  /** The daily quota for which 304 responses are no longer refunded. */
  unchangedExhausted: Limit | undefined

  constructor(name: string, day: Day, limit: Limit, reservations: Reservations, { policy }: CountsOf) {
    this.name = name
    this.day = day
    this.policy = policy
    this.counter = requestCounter(name, day)
    this.reservation = new Reservation(this.counter, reservations)
    this.reservedUnder = limit
    this.remaining = countable(limit)
  }

  /** Returns the result for a request that was counted. */
  grant(limit: Limit, now: number): QuotaResult {
    this.inFlight += 1
    this.exhausted = undefined
    return this.#result(true, limit, limit === null ? 0 : this.remaining + this.reservation.left, now)
  }

  /** Returns the result for a request beyond the limit. */
  reject(limit: Limit, now: number): QuotaResult {
    return this.#result(false, limit, 0, now)
  }

  #result(granted: boolean, limit: Limit, remaining: number, now: number): QuotaResult {
    const resetSeconds = secondsLeftIn(this.day, now)
    return {
      granted,
      limit,
      remaining,
      resetSeconds,
      retrySeconds: resetSeconds,
      certain: true,
      account: this,
    }
  }
}

/** Returns a limit as a number for comparison with a count. */
export function countable(limit: Limit): number {
  return limit ?? Number.MAX_SAFE_INTEGER
}

/** Completes a request that remains counted. */
export function keepQuota(quota: QuotaResult): QuotaResult {
  if (quota.ofBlock) keepOne(quota.ofBlock)
  return keepOne(quota)
}

/** Completes a request that remains counted, without the count of its block. */
export function keepOne(quota: QuotaResult): QuotaResult {
  if (quota.certain) quota.account.inFlight -= 1
  return quota
}

/** Returns the Problem for a rejected request; the message depends on when a retry may succeed. */
export function quotaProblem({ resetSeconds, retrySeconds, certain }: QuotaResult): Problem {
  const message = certain
    ? retrySeconds < resetSeconds
      ? `Daily quota exceeded; requests in progress may still be refunded. Retry in ${retrySeconds} s.`
      : 'Daily quota exceeded; it resets at 00:00 UTC.'
    : 'Requests cannot be counted now, and the allowance for uncounted requests is used up. Retry in ' +
      `${retrySeconds} s.`
  return new Problem('rate_limited', { message, retryAfterSeconds: retrySeconds })
}
