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
  speedtest: { per: 'speedtestPerMinute', windowMs: minutes(1) },
  issuance: { per: 'issuancePerHour', windowMs: hours(1) },
} as const satisfies Record<string, { per: keyof NetworkLimits; windowMs: number }>

export type NetworkPolicy = keyof typeof policies

/**
 * Takes one request of a network's window; throws `rate_limited` when none is left. While the store fails each process
 * counts for itself.
 */
export function takeOfNetwork(policy: NetworkPolicy, ip: string | undefined, context: Context): Soon<void> {
  const { per, windowMs } = policies[policy]
  const limit = context.settings.limits[per]
  const now = context.now()
  const window = Math.floor(now / windowMs)
  const end = (window + 1) * windowMs
  const counterOf = (network: string) => `network:${policy}:${network}:${window}`

  const takeOfStore = () =>
    andThen(networkId(ip, context), (network) =>
      andThen(context.store.counters.take(counterOf(network), limit, end, now), ({ granted }) => granted),
    )
  const takeOfProcess = (failure: Problem) => {
    context.onError(failure)
    return countHere(counterOf(ownNetworkId(ip, context)), context) <= limit
  }
  return andThen(whenStoreFails(takeOfStore, takeOfProcess), (granted) => {
    if (!granted) throw new Problem('rate_limited', { retryAfterSeconds: wholeSecondsUntil(end, now) })
  })
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
