import { memoryCounters } from '#backends/memory'
import type { Context } from '#context'
import { Problem } from '#problem'
import type { Counters } from '#store/counters'
import { notAsked } from '#upstreams/failure'
import type { Budget, Upstream } from '#upstreams/upstream'

/**
 * Takes one call of every budget of a feed, or throws a Failure when one is used up; gives a function that gives them
 * back. A budget of N calls is N slots that are each held for its span: exact over any span and across processes.
 */
export async function takeBudgets<Params, Value>(
  upstream: Upstream<Params, Value>,
  params: Params,
  context: Context,
): Promise<() => Promise<void>> {
  const taken: Slot[] = []
  const giveBack = async () => {
    for (const { slot, holder } of taken) {
      // The store may be back that was away when it was taken: nobody's slot but ours is given back.
      await onCounters(context, (counters) => counters.swap(slot, holder, '', 0, context.now()))
    }
  }
  for (const budget of upstream.budgets?.(params) ?? []) {
    const slot = await takeSlot(budget, context)
    if (slot === undefined) {
      await giveBack()
      throw notAsked(`the budget of ${budget.calls} calls (${budget.name}) is used up`)
    }
    taken.push(slot)
  }
  return giveBack
}

/** Takes one call of a budget that is no feed's own, and says whether there was one to take. */
export async function hasBudget(budget: Budget, context: Context): Promise<boolean> {
  return (await takeSlot(budget, context)) !== undefined
}

/** One call that was taken, and who holds it. */
interface Slot {
  readonly slot: string
  readonly holder: string
}

async function takeSlot(budget: Budget, context: Context): Promise<Slot | undefined> {
  const holder = crypto.randomUUID()
  const now = context.now()
  for (let i = 0; i < budget.calls; i += 1) {
    const slot = `budget:${context.settings.world}:${budget.name}:${i}`
    const held = await onCounters(context, (counters) =>
      counters.claim(slot, holder, now + budget.perMs, now),
    )
    if (held === holder) return { slot, holder }
  }
  return undefined
}

const ownCounters = new WeakMap<Context, Counters>()

/** Counts in the store, or in this process while the store is away: providers are protected in any case. */
async function onCounters<T>(context: Context, count: (counters: Counters) => T | Promise<T>): Promise<T> {
  try {
    return await count(context.store.counters)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const own = ownCounters.get(context) ?? memoryCounters()
    ownCounters.set(context, own)
    return count(own)
  }
}
