import { spanOf } from '@space-data/charts/text'
import type { Context } from '#kit/context'
import { Problem } from '#kit/problem'
import type { Counters } from '#storage/counters'
import { memoryCounters } from '#storage/memory/index'
import { notRequestedError } from '#upstreams/client/upstream-error'
import type { FeedProvider } from '#upstreams/providers'
import type { Budget, Upstream } from '#upstreams/upstream'

/**
 * Consumes one call of every budget of a feed and its provider. A budget of N calls is N slots that are each
 * taken for its span: exact over any span and across processes.
 *
 * @returns A function that refunds them.
 * @throws UpstreamError `not_requested` if a budget is exhausted; nothing is consumed then.
 */
export async function consumeBudgets<Params, Value>(
  upstream: Pick<Upstream<Params, Value>, 'budgets' | 'provider'>,
  params: Params,
  context: Context,
): Promise<() => Promise<void>> {
  const consumed: Call[] = []
  const refund = async () => {
    for (const call of consumed) await call.refund()
  }
  const budgets = [...budgetsOfProvider(upstream.provider), ...(upstream.budgets?.(params) ?? [])]
  for (const budget of budgets) {
    const call = await consumeCall(budget, context)
    if (!('refund' in call)) {
      await refund()
      const { name, calls, perMs } = budget
      throw notRequestedError(`request budget ${name} exhausted (${calls} per ${spanOf(perMs)})`)
    }
    consumed.push(call)
  }
  return refund
}

function budgetsOfProvider(provider: FeedProvider): Budget[] {
  if (typeof provider === 'string' || !provider.budget) return []
  return [{ ...provider.budget, name: `provider:${provider.id}` }]
}

/** Consumes one call of a budget and returns whether there was one left. */
export async function tryConsume(budget: Budget, context: Context): Promise<boolean> {
  return 'refund' in (await consumeCall(budget, context))
}

/** A consumed call of a budget. */
interface Call {
  refund(): Promise<void>
}

/**
 * Consumes one call of a budget.
 *
 * @returns The call or, if the budget is exhausted, when its next slot is free, in epoch milliseconds.
 */
export async function consumeCall(
  { name, calls, perMs }: Budget,
  context: Context,
): Promise<Call | { readonly freeAt: number }> {
  const now = context.now()
  const until = now + perMs
  const owner = `${crypto.randomUUID()} ${until}`
  let freeAt = until
  for (let i = 0; i < calls; i += 1) {
    const slot = `budget:${context.settings.originsId}:${name}:${i}`
    const current = await withCounters(context, (counters) => counters.acquire(slot, owner, until, now))
    if (current === owner) return { refund: () => releaseSlot(slot, owner, context) }
    const takenUntil = Number(current.split(' ')[1])
    if (takenUntil < freeAt) freeAt = takenUntil
  }
  return { freeAt }
}

/**
 * Releases a slot only if it is still ours: it may have been consumed in memory and the store be back since.
 */
async function releaseSlot(slot: string, owner: string, context: Context): Promise<void> {
  await withCounters(context, (counters) => counters.compareAndSwap(slot, owner, '', 0, context.now()))
}

const fallbackCounters = new WeakMap<Context, Counters>()

/**
 * Counts in the store, or in this process while the store fails, so that providers are protected in any case.
 */
async function withCounters<T>(context: Context, count: (counters: Counters) => T | Promise<T>): Promise<T> {
  try {
    return await count(context.store.counters)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const own = fallbackCounters.get(context) ?? memoryCounters()
    fallbackCounters.set(context, own)
    return count(own)
  }
}
