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
  const taken: Call[] = []
  const giveBack = async () => {
    for (const call of taken) await call.giveBack()
  }
  for (const budget of upstream.budgets?.(params) ?? []) {
    const call = await takeCall(budget, context)
    if (!('giveBack' in call)) {
      await giveBack()
      throw notAsked(`the budget of ${budget.calls} calls (${budget.name}) is used up`)
    }
    taken.push(call)
  }
  return giveBack
}

/** Takes one call of a budget that is no feed's own, and says whether there was one to take. */
export async function hasBudget(budget: Budget, context: Context): Promise<boolean> {
  return 'giveBack' in (await takeCall(budget, context))
}

/** One call that was taken. */
interface Call {
  giveBack(): Promise<void>
}

/** Takes one call of a budget that is no feed's own or, when all are taken, tells when the first of them counts no more: epoch milliseconds. */
export async function takeCall(
  { name, calls, perMs }: Budget,
  context: Context,
): Promise<Call | { readonly freeAt: number }> {
  const now = context.now()
  const until = now + perMs
  const holder = `${crypto.randomUUID()} ${until}`
  let freeAt = until
  for (let i = 0; i < calls; i += 1) {
    const slot = `budget:${context.settings.world}:${name}:${i}`
    const held = await onCounters(context, (counters) => counters.claim(slot, holder, until, now))
    if (held === holder) return { giveBack: () => giveBackSlot(slot, holder, context) }
    const heldUntil = Number(held.split(' ')[1])
    if (heldUntil < freeAt) freeAt = heldUntil
  }
  return { freeAt }
}

/** The store may be back that was away when it was taken: nobody's slot but ours is given back. */
async function giveBackSlot(slot: string, holder: string, context: Context): Promise<void> {
  await onCounters(context, (counters) => counters.swap(slot, holder, '', 0, context.now()))
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
