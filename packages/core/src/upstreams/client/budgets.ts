import { durationText } from '@space-data/charts/text'
import type { Environment } from '#kit/context'
import { Problem } from '#kit/problem'
import type { AtomicStore } from '#storage/atomic-store'
import { memoryCounters } from '#storage/memory/index'
import { notRequestedError } from '#upstreams/client/upstream-error'
import type { FeedProvider } from '#upstreams/providers'
import type { Budget, Upstream } from '#upstreams/upstream'

/** A consumed call of a budget. */
interface Call {
  refund(): Promise<void>
}

/**
 * The budgets of requests to providers. A budget of N calls is N slots that are each taken for its span:
 * exact over any span and across processes.
 */
export class Budgets {
  readonly #environment: Environment
  /** What is counted while the store fails, so that providers are protected in any case. */
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
    const budgets = [...budgetsOfProvider(upstream.provider), ...(upstream.budgets?.(params) ?? [])]
    for (const budget of budgets) {
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
    const { now: clock, settings } = this.#environment
    const now = clock()
    const until = now + perMs
    const owner = `${crypto.randomUUID()} ${until}`
    let freeAt = until
    for (let i = 0; i < calls; i += 1) {
      const slot = `budget:${settings.originsId}:${name}:${i}`
      const current = await this.#count((counters) => counters.setIfAbsent(slot, owner, until, now))
      if (current === owner) return { refund: () => this.#release(slot, owner) }
      const takenUntil = Number(current.split(' ')[1])
      if (takenUntil < freeAt) freeAt = takenUntil
    }
    return { freeAt }
  }

  /** Releases a slot only if it is still ours: it may have been taken here, and the store be back since. */
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

function budgetsOfProvider(provider: FeedProvider): Budget[] {
  if (typeof provider === 'string' || !provider.budget) return []
  return [{ ...provider.budget, name: `provider:${provider.id}` }]
}
