import { LRUCache } from 'lru-cache'
import type { Context, NetworkLimits } from '#context'
import { networkId, ownNetworkId } from '#keys/network'
import { Problem } from '#problem'
import { andThen, type Soon } from '#soon'
import { whenStoreFails } from '#store/fallback'
import { hours, minutes, wholeSecondsUntil } from '#time'

/** The rates of the paths that need no key. */
const policies = {
  reference: { per: 'referencePerMinute', windowMs: minutes(1) },
  public: { per: 'publicPerMinute', windowMs: minutes(1) },
  refused: { per: 'refusedPerMinute', windowMs: minutes(1) },
  speedtest: { per: 'speedtestPerMinute', windowMs: minutes(1) },
  issuance: { per: 'issuancePerHour', windowMs: hours(1) },
} as const satisfies Record<string, { per: keyof NetworkLimits; windowMs: number }>

export type NetworkPolicy = keyof typeof policies

/**
 * Takes one request of a network's window; throws `rate_limited` when none is left, and of that the store need not be asked again.
 * While the store fails each process counts for itself.
 */
export function takeOfNetwork(policy: NetworkPolicy, ip: string | undefined, context: Context): Soon<void> {
  const { limit, now, end, counterOf } = windowOf(policy, context)
  const takeOfStore = () =>
    andThen(networkId(ip, context), (network) => {
      const counter = counterOf(network)
      const spent = spentOf(context)
      if (spent.has(counter)) return false
      return andThen(context.store.counters.take(counter, limit, end, now), ({ granted }) => {
        if (!granted) spent.set(counter, true)
        return granted
      })
    })
  const takeOfProcess = (failure: Problem) => {
    context.onError(failure)
    return countHere(counterOf(ownNetworkId(ip, context)), context) <= limit
  }
  return andThen(whenStoreFails(takeOfStore, takeOfProcess), (granted) => {
    if (!granted) throw limited(now, end)
  })
}

/** Throws `rate_limited` if this process knows that nothing is left of a network's window; asks no store for it. */
export function refuseSpent(policy: NetworkPolicy, ip: string | undefined, context: Context): void {
  const { now, end, counterOf } = windowOf(policy, context)
  const network = whenStoreFails(
    () => networkId(ip, context),
    () => ownNetworkId(ip, context),
  )
  if (typeof network === 'string' && spentOf(context).has(counterOf(network))) throw limited(now, end)
}

/** The window of a policy that it is now; `end` in epoch milliseconds. */
function windowOf(policy: NetworkPolicy, { settings, now: clock }: Context) {
  const { per, windowMs } = policies[policy]
  const now = clock()
  const window = Math.floor(now / windowMs)
  return {
    limit: settings.limits[per],
    now,
    end: (window + 1) * windowMs,
    counterOf: (network: string) => `network:${policy}:${network}:${window}`,
  }
}

function limited(now: number, end: number): Problem {
  return new Problem('rate_limited', { retryAfterSeconds: wholeSecondsUntil(end, now) })
}

const spentWindows = new WeakMap<Context, LRUCache<string, true>>()

/** The windows of which nothing is left, by their counters. */
function spentOf(context: Context): LRUCache<string, true> {
  const spent = spentWindows.get(context) ?? new LRUCache<string, true>({ max: 10_000 })
  spentWindows.set(context, spent)
  return spent
}

const ownCounts = new WeakMap<Context, LRUCache<string, number>>()

/** Counts in this process, and gives the count. */
function countHere(counter: string, context: Context): number {
  const counts = ownCounts.get(context) ?? new LRUCache<string, number>({ max: 50_000 })
  ownCounts.set(context, counts)
  const count = (counts.get(counter) ?? 0) + 1
  counts.set(counter, count)
  return count
}
