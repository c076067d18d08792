import type { BlockKind, NetworkLocation, NetworkNames } from '#kernel/accounts/networks/network-names'
import type { QuotaResult } from '#kernel/accounts/quota/account-day'
import { DailyCounts } from '#kernel/accounts/quota/daily-counts'
import type { CountingDay } from '#kernel/accounts/quota/day'
import type { Reservations } from '#kernel/accounts/quota/reservations'
import type { Environment } from '#kernel/kit/environment'
import { andThen, type MaybePromise } from '#kernel/kit/maybe-promise'
import { Problem } from '#kernel/kit/problem'
import { hours } from '#kernel/kit/time'
import type { WaitUntil } from '#kernel/storage/cache/snapshot'

/** The blocks whose networks share a quota. */
const BLOCKS: readonly BlockKind[] = ['ipv4/24', 'ipv6/48']
const NETWORKS_OF_BLOCK = 64

/** Prefix of the name under which a network is counted. No account has such a name. */
const PREFIX = 'network:'

/** Returns whether a name belongs to a network and not to an account. */
export function isNetwork(name: string): boolean {
  return name.startsWith(PREFIX)
}

/** The daily quotas for anonymous access, of a network and of the block around it. */
export class NetworkQuotas {
  readonly #environment: Environment
  readonly #names: NetworkNames
  readonly #createCounts: () => DailyCounts
  #counts: DailyCounts | undefined

  constructor(environment: Environment, days: CountingDay, reservations: Reservations, names: NetworkNames) {
    this.#environment = environment
    this.#names = names
    this.#createCounts = () =>
      new DailyCounts(environment, days, reservations, {
        policy: 'network-day',
        keptMs: hours(1),
        onUncounted: () => environment.onEvent({ type: 'quota_fail_open', account: null }),
      })
  }

  /**
   * Consumes one request of the daily quota of a network; while the store fails, from this process's share.
   *
   * @throws `store_unavailable` if the daily secret, which names networks, cannot be read
   */
  consume(ip: string, now: number, waitUntil?: WaitUntil): MaybePromise<QuotaResult> {
    return andThen(this.#names.locate(ip, BLOCKS), (location) => this.#consume(location, now, waitUntil))
  }

  #consume(
    { network, blocks, day }: NetworkLocation,
    now: number,
    waitUntil: WaitUntil | undefined,
  ): MaybePromise<QuotaResult> {
    // Created for the first anonymous request, as most instances allow none.
    this.#counts ??= this.#createCounts()
    const counts = this.#counts
    const limit = this.#environment.settings.anonymous
    const [block] = blocks
    // The network is counted first, so that a client which has used its own quota takes nothing from its
    // neighbours.
    return andThen(counts.consume(PREFIX + network, limit, now, waitUntil, day), (own) => {
      if (!block || !own.granted) return own
      const shared = limit * NETWORKS_OF_BLOCK
      return andThen(counts.consume(PREFIX + block.id, shared, now, waitUntil, day), (ofBlock) => {
        if (ofBlock.granted) return { ...own, ofBlock }
        return andThen(counts.refund(own), () => ({ ...ofBlock, limit, ofBlock }))
      })
    })
  }
}

/** Returns the Problem for a request beyond the quota of its network, or of the block around it. */
export function networkQuotaProblem(quota: QuotaResult, base: string): Problem {
  const { limit, resetSeconds, retrySeconds, certain, ofBlock } = quota
  const used = ofBlock
    ? 'The block of addresses around this network has used its requests without a key for today'
    : `This network has used its ${limit} requests without a key for today`
  const next = !certain
    ? 'Requests cannot be counted now, and the allowance for uncounted requests is used up. ' +
      `Retry in ${retrySeconds} s.`
    : retrySeconds < resetSeconds
      ? `${used}; requests in progress may still be refunded. Retry in ${retrySeconds} s.`
      : `${used}; the quota resets at 00:00 UTC.`
  const message = `${next} For your own quota, get a free key: POST ${base}/v1/keys, no e-mail needed.`
  return new Problem('rate_limited', { message, retryAfterSeconds: retrySeconds })
}
