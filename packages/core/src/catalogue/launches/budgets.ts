import { hours } from '#kit/time'
import type { Budget } from '#upstreams/upstream'

/** What Launch Library allows an address without a key. */
const ALL: Budget = { name: 'launch-library', calls: 15, perMs: hours(1) }

/**
 * Returns the budgets of a feed of Launch Library: that of all, and a part of it, where it has one, so that
 * it leaves the rest to the others. The list of upcoming launches has none: 5 of 15 calls are always left to
 * it.
 */
export function launchLibraryBudgets(part?: Budget): () => readonly Budget[] {
  const budgets = part ? [ALL, part] : [ALL]
  return () => budgets
}
