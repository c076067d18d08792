import type { KeyRecord } from '#kernel/accounts/keys/key-records'
import type { QuotaResult } from '#kernel/accounts/quota/account-day'
import { DailyCounts } from '#kernel/accounts/quota/daily-counts'
import type { CountingDay } from '#kernel/accounts/quota/day'
import { RETENTION_MS } from '#kernel/accounts/quota/request-count'
import type { Reservations } from '#kernel/accounts/quota/reservations'
import { tierOf } from '#kernel/accounts/quota/tiers'
import type { Environment, Tier } from '#kernel/kit/environment'
import type { MaybePromise } from '#kernel/kit/maybe-promise'
import type { WaitUntil } from '#kernel/storage/cache/snapshot'

/** The daily quotas of accounts according to their tiers. */
export class Quotas {
  readonly #environment: Environment
  readonly #counts: DailyCounts
  readonly #reportedTiers = new Set<string>()

  constructor(environment: Environment, days: CountingDay, reservations: Reservations) {
    this.#environment = environment
    this.#counts = new DailyCounts(environment, days, reservations, {
      policy: 'day',
      keptMs: RETENTION_MS,
      onUncounted: (account) => environment.onEvent({ type: 'quota_fail_open', account }),
    })
  }

  /**
   * Consumes one request of an account's daily quota or, while the store fails, of this process's share of
   * it.
   */
  consume(
    { account, tier }: Pick<KeyRecord, 'account' | 'tier'>,
    now?: number,
    waitUntil?: WaitUntil,
  ): MaybePromise<QuotaResult> {
    const { requestsPerDay } = this.#environment.settings.tiers.get(tier) ?? this.#fallbackTier(tier)
    return this.#counts.consume(account, requestsPerDay, now, waitUntil)
  }

  /** Refunds a request of an account or a network. If the store fails, it remains counted. */
  refund(quota: QuotaResult): MaybePromise<QuotaResult> {
    return this.#counts.refund(quota)
  }

  /** Returns the quota of `free` for a tier that is not configured here. Reports each such tier once. */
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
}
