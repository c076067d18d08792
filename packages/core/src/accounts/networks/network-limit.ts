import { LRUCache } from 'lru-cache'
import { localNetworkId, networkId } from '#accounts/networks/client-network'
import type { Context, NetworkLimits } from '#kit/context'
import { andThen, type MaybePromise } from '#kit/maybe-promise'
import { Problem } from '#kit/problem'
import { hours, minutes, wholeSecondsUntil } from '#kit/time'
import { withStoreFallback } from '#storage/store-failure'

/** Rate limits of paths without a key; `refused` limits rejected keys. */
const policies = {
  reference: { per: 'referencePerMinute', windowMs: minutes(1) },
  public: { per: 'publicPerMinute', windowMs: minutes(1) },
  hapi: { per: 'hapiPerMinute', windowMs: minutes(1) },
  refused: { per: 'refusedPerMinute', windowMs: minutes(1) },
  speedtest: { per: 'speedtestPerMinute', windowMs: minutes(1) },
  issuance: { per: 'issuancePerHour', windowMs: hours(1) },
} as const satisfies Record<string, { per: keyof NetworkLimits; windowMs: number }>

/** Name of a rate limit. */
export type NetworkPolicy = keyof typeof policies

/**
 * Counts a request in the current window of a network, or `times` of them, all or none. While the store
 * fails, each process counts for itself.
 *
 * @throws `rate_limited` if the limit is reached; until the window ends this is answered without the store
 */
export function limitNetworkRate(
  policy: NetworkPolicy,
  ip: string | undefined,
  context: Context,
  times = 1,
): MaybePromise<void> {
  const { limit, now, end, formatCounter } = getWindow(policy, context)
  const { counters } = context.store
  const consumeInStore = () =>
    andThen(networkId(ip, context), (network) => {
      const counter = formatCounter(network)
      const exhausted = getExhausted(context)
      if (exhausted.has(counter)) return false
      return andThen(counters.consume(counter, limit, end, now, times), ({ granted }) => {
        if (granted === times) return true
        if (granted > 0) return andThen(counters.refund(counter, granted), () => endRefund(counter))
        exhausted.set(counter, true)
        return false
      })
    })
  // What was taken for a moment may have made others find none left.
  const endRefund = (counter: string) => {
    getExhausted(context).delete(counter)
    return false
  }
  const consumeLocally = (failure: Problem) => {
    context.onError(failure)
    return countLocally(formatCounter(localNetworkId(ip, context)), times, limit, context)
  }
  return andThen(withStoreFallback(consumeInStore, consumeLocally), (granted) => {
    if (!granted) throw createRateProblem(now, end)
  })
}

/**
 * Throws `rate_limited` if this process has seen that a network's limit is reached; never reads a counter.
 */
export function assertRateLeft(policy: NetworkPolicy, ip: string | undefined, context: Context): void {
  const { now, end, formatCounter } = getWindow(policy, context)
  const network = withStoreFallback(
    () => networkId(ip, context),
    () => localNetworkId(ip, context),
  )
  if (typeof network === 'string' && getExhausted(context).has(formatCounter(network)))
    throw createRateProblem(now, end)
}

/** Returns the current window of a policy; `end` in epoch milliseconds. */
function getWindow(policy: NetworkPolicy, { settings, now: clock }: Context) {
  const { per, windowMs } = policies[policy]
  const now = clock()
  const window = Math.floor(now / windowMs)
  return {
    limit: settings.limits[per],
    now,
    end: (window + 1) * windowMs,
    formatCounter: (network: string) => `network:${policy}:${network}:${window}`,
  }
}

function createRateProblem(now: number, end: number): Problem {
  return new Problem('rate_limited', { retryAfterSeconds: wholeSecondsUntil(end, now) })
}

const exhaustedWindows = new WeakMap<Context, LRUCache<string, true>>()

/** Returns the windows whose limit is reached, by counter. */
function getExhausted(context: Context): LRUCache<string, true> {
  const exhausted = exhaustedWindows.get(context) ?? new LRUCache<string, true>({ max: 10_000 })
  exhaustedWindows.set(context, exhausted)
  return exhausted
}

const localCounts = new WeakMap<Context, LRUCache<string, number>>()

/** Counts in this process, all or none; returns whether the limit allows it. */
function countLocally(counter: string, times: number, limit: number, context: Context): boolean {
  const counts = localCounts.get(context) ?? new LRUCache<string, number>({ max: 50_000 })
  localCounts.set(context, counts)
  const count = (counts.get(counter) ?? 0) + times
  if (count > limit) return false
  counts.set(counter, count)
  return true
}
