import { hours } from '#kernel/kit/time'
import type { Budget } from '#kernel/upstreams/upstream'

/** Budget that Launch Library allows an address without a key. */
const ALL: Budget = { name: 'launch-library', calls: 15, perMs: hours(1) }

/**
 * Returns the budgets of a Launch Library feed: the budget of all feeds and, if the feed has one, its part,
 * so that the rest is left to the other feeds. The list of upcoming launches has no part of its own: 5 of 15
 * calls are always left to it.
 */
export function launchLibraryBudgets(part?: Budget): () => readonly Budget[] {
  const budgets = part ? [ALL, part] : [ALL]
  return () => budgets
}
