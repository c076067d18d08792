import { durationText } from '@space-data/charts/text'
import type { Environment } from '#kernel/kit/environment'
import { Problem } from '#kernel/kit/problem'
import type { AtomicStore } from '#kernel/storage/atomic-store'
import { memoryCounters } from '#kernel/storage/memory/index'
import { notRequestedError } from '#kernel/upstreams/client/upstream-error'
import { providerId } from '#kernel/upstreams/providers'
import type { Budget, Upstream } from '#kernel/upstreams/upstream'

/** A consumed call of a budget. */
interface Call {
  refund(): Promise<void>
}

/**
 * The budgets of requests to providers. A budget of N calls has N slots, each taken for the span of the
 * budget. This is exact over any span and across processes.
 */
export class Budgets {
  readonly #environment: Environment
  /** Counters in this process for the time when the store fails, so that providers are always protected. */
  #ownCounters: AtomicStore | undefined

  constructor(environment: Environment) {
    this.#environment = environment
  }

  /**
   * Consumes one call of every budget of a feed and its provider.
   *
   * @returns A function that refunds them.
   * @throws UpstreamError `not_requested` if a budget is exhausted; nothing is consumed then.
   */
  async consumeAll<Params, Value>(
    upstream: Pick<Upstream<Params, Value>, 'budgets' | 'provider'>,
    params: Params,
  ): Promise<() => Promise<void>> {
    const consumed: Call[] = []
    const refund = async () => {
      for (const call of consumed) await call.refund()
    }
    for (const budget of budgetsOf(upstream, params)) {
      const call = await this.consume(budget)
      if (!('refund' in call)) {
        await refund()
        const { name, calls, perMs } = budget
        throw notRequestedError(`request budget ${name} exhausted (${calls} per ${durationText(perMs)})`)
      }
      consumed.push(call)
    }
    return refund
  }

  /**
   * Returns when every budget of a feed and its provider has a free call, in epoch milliseconds; 0 for now.
   */
  async freeAt<Params, Value>(
    upstream: Pick<Upstream<Params, Value>, 'budgets' | 'provider'>,
    params: Params,
  ): Promise<number> {
    return Math.max(0, ...(await Promise.all(budgetsOf(upstream, params).map((each) => this.freeAtOf(each)))))
  }

  /** Returns when a budget has a free call, in epoch milliseconds; 0 for now. */
  async freeAtOf({ name, calls, perMs }: Budget): Promise<number> {
    const now = this.#environment.now()
    const until = now + perMs
    let freeAt = until
    for (let i = 0; i < calls; i += 1) {
      const current = await this.#count((counters) => counters.get(this.#slotOf(name, i), now, until))
      if (current === '') return 0
      freeAt = Math.min(freeAt, takenUntil(current))
    }
    return freeAt
  }

  /** Consumes one call of a budget and returns whether there was one left. */
  async tryConsume(budget: Budget): Promise<boolean> {
    return 'refund' in (await this.consume(budget))
  }

  /**
   * Consumes one call of a budget.
   *
   * @returns The call or, if the budget is exhausted, when its next slot is free, in epoch milliseconds.
   */
  async consume({ name, calls, perMs }: Budget): Promise<Call | { readonly freeAt: number }> {
    const now = this.#environment.now()
    const until = now + perMs
    const owner = `${crypto.randomUUID()} ${until}`
    let freeAt = until
    for (let i = 0; i < calls; i += 1) {
      const slot = this.#slotOf(name, i)
      const current = await this.#count((counters) => counters.setIfAbsent(slot, owner, until, now))
      if (current === owner) return { refund: () => this.#release(slot, owner) }
      freeAt = Math.min(freeAt, takenUntil(current))
    }
    return { freeAt }
  }

  #slotOf(name: string, index: number): string {
    return `budget:${this.#environment.settings.originsId}:${name}:${index}`
  }

  /**
   * Releases a slot only if it still belongs to this call: it may have been taken in this process, and the
   * store may have recovered since.
   */
  async #release(slot: string, owner: string): Promise<void> {
    const now = this.#environment.now()
    await this.#count((counters) => counters.compareAndSwap(slot, owner, '', 0, now))
  }

  /** Counts in the store, or in this process while the store fails. */
  async #count<T>(count: (counters: AtomicStore) => T | Promise<T>): Promise<T> {
    try {
      return await count(this.#environment.store.atomic)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      this.#ownCounters ??= memoryCounters()
      return count(this.#ownCounters)
    }
  }
}

function budgetsOf<Params, Value>(
  { provider, budgets }: Pick<Upstream<Params, Value>, 'budgets' | 'provider'>,
  params: Params,
): readonly Budget[] {
  const own = typeof provider === 'string' ? undefined : provider.budget
  return [
    ...(own ? [{ ...own, name: `provider:${providerId(provider)}` }] : []),
    ...(budgets?.(params) ?? []),
  ]
}

/**
 * Returns the time until which a slot is taken, in epoch milliseconds, or 0 for an owner without such a time.
 */
function takenUntil(owner: string): number {
  const until = Number(owner.split(' ')[1])
  return Number.isNaN(until) ? Number.POSITIVE_INFINITY : until
}
