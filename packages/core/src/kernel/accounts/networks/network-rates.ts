import type { NetworkNames } from '#kernel/accounts/networks/network-names'
import type { Environment, NetworkLimits } from '#kernel/kit/environment'
import { lruCache } from '#kernel/kit/lru-cache'
import { andThen, type MaybePromise } from '#kernel/kit/maybe-promise'
import { Problem } from '#kernel/kit/problem'
import { hours, minutes, wholeSecondsUntil } from '#kernel/kit/time'
import { withStoreFallback } from '#kernel/storage/store-failure'

interface Policy {
  readonly per: keyof NetworkLimits
  readonly windowMs: number
  /** Content of the bytes, if bytes are counted and the limit is in megabytes. */
  readonly bytesOf?: string
  /** Whether an IPv4 /24 or IPv6 /48 shares the limit; otherwise, each network has its own. */
  readonly isOfBlock?: boolean
}

/** Rate limits of paths without a key; `refused` limits rejected keys. */
const policies = {
  reference: { per: 'referencePerMinute', windowMs: minutes(1) },
  public: { per: 'publicPerMinute', windowMs: minutes(1) },
  hapi: { per: 'hapiPerMinute', windowMs: minutes(1) },
  computed: { per: 'computedPerMinute', windowMs: minutes(1), isOfBlock: true },
  refused: { per: 'refusedPerMinute', windowMs: minutes(1) },
  speedtest: { per: 'speedtestPerMinute', windowMs: minutes(1) },
  issuance: { per: 'issuancePerHour', windowMs: hours(1) },
  speedtest_bytes: { per: 'speedtestMegabytesPerHour', windowMs: hours(1), bytesOf: 'speed tests' },
  public_bytes: {
    per: 'publicMegabytesPerHour',
    windowMs: hours(1),
    bytesOf: 'long responses without a key',
  },
} as const satisfies Record<string, Policy>

/** Name of a rate limit. */
export type NetworkPolicy = keyof typeof policies

/**
 * Counts the requests or bytes of networks in the current window. While the store fails, each process counts
 * separately.
 */
export class NetworkRates {
  readonly #environment: Environment
  readonly #names: NetworkNames
  /** Windows whose limit is reached, by counter. */
  readonly #exhausted = lruCache<string, true>(10_000)
  /** Counts of this process while the store failed, by counter. */
  readonly #localCounts = lruCache<string, number>(50_000)

  constructor(environment: Environment, names: NetworkNames) {
    this.#environment = environment
    this.#names = names
  }

  /**
   * Counts a request in the current window of a network, or `times` requests or bytes, all or none.
   *
   * @throws `rate_limited` if the limit is reached; until the window ends, the store is not read again
   */
  limit(policy: NetworkPolicy, ip: string | undefined, times = 1): MaybePromise<void> {
    const { limit, now, end, formatCounter, isOfBlock, refusal } = this.#window(policy)
    const names = this.#names
    const { store, onError } = this.#environment
    const { atomic } = store
    const consumeInStore = () =>
      andThen(isOfBlock ? names.blockIdOf(ip) : names.idOf(ip), (network) => {
        const counter = formatCounter(network)
        if (this.#exhausted.has(counter)) return false
        return andThen(atomic.add(counter, limit, end, now, times), ({ added }) => {
          if (added === times) return true
          if (added > 0) return andThen(atomic.subtract(counter, added), () => endRefund(counter))
          this.#exhausted.set(counter, true)
          return false
        })
      })
    // Requests that were counted temporarily may have caused others to be rejected.
    const endRefund = (counter: string) => {
      this.#exhausted.delete(counter)
      return false
    }
    const consumeLocally = (failure: Problem) => {
      onError(failure)
      const network = isOfBlock ? names.localBlockIdOf(ip) : names.localIdOf(ip)
      return this.#countLocally(formatCounter(network), times, limit)
    }
    return andThen(withStoreFallback(consumeInStore, consumeLocally), (granted) => {
      if (!granted) throw refusal()
    })
  }

  /**
   * Counts `units` of work as `limit` does. Work that exceeds the limit by itself counts as the whole limit,
   * so that an otherwise unused window is enough.
   */
  limitWork(policy: NetworkPolicy, ip: string | undefined, units: number): MaybePromise<void> {
    const limit = this.#environment.settings.limits[policies[policy].per]
    if (units > 0) return this.limit(policy, ip, Math.max(1, Math.min(units, limit)))
  }

  /** Throws `rate_limited` if this process has recorded that a limit is reached. Reads no counter. */
  assertLeft(policy: NetworkPolicy, ip: string | undefined): void {
    const { formatCounter, refusal } = this.#window(policy)
    const network = withStoreFallback(
      () => this.#names.idOf(ip),
      () => this.#names.localIdOf(ip),
    )
    if (typeof network === 'string' && this.#exhausted.has(formatCounter(network))) throw refusal()
  }

  /** Returns the current window of a policy; `end` in epoch milliseconds. */
  #window(policy: NetworkPolicy) {
    const { settings, now: clock } = this.#environment
    const { per, windowMs, bytesOf, isOfBlock = false }: Policy = policies[policy]
    const now = clock()
    const window = Math.floor(now / windowMs)
    const end = (window + 1) * windowMs
    const limit = settings.limits[per]
    return {
      limit: bytesOf === undefined ? limit : limit * 1e6,
      now,
      end,
      isOfBlock,
      formatCounter: (network: string) => `network:${policy}:${network}:${window}`,
      refusal: () =>
        new Problem('rate_limited', {
          ...(bytesOf !== undefined && {
            message: `This network has used its ${limit} MB of ${bytesOf} for this hour.`,
          }),
          ...(isOfBlock && {
            message:
              `Without a key, an IPv4 /24 or IPv6 /48 may use ${limit} units of 50 ms of computing time ` +
              'per minute. Retry in the next minute, request fewer objects or a shorter span, or use a key.',
          }),
          retryAfterSeconds: wholeSecondsUntil(end, now),
        }),
    }
  }

  /** Counts in this process, all or none; returns whether the limit allows it. */
  #countLocally(counter: string, times: number, limit: number): boolean {
    const count = (this.#localCounts.get(counter) ?? 0) + times
    if (count > limit) return false
    this.#localCounts.set(counter, count)
    return true
  }
}
