import {
  type ListObject,
  matchesFilter,
  type ObjectFilter,
  toListObject,
} from '#features/debris/object-list/object'
import { readObjects } from '#features/debris/object-list/shell-objects'
import { shellProblems } from '#features/debris/problems'
import { readHistory } from '#features/debris/shells/shell-history'
import type { ShellRun, Shells } from '#features/debris/shells/shells'
import type { DepartedObject } from '#features/objects/satcat/catalogue-object'
import { Problem } from '#kernel/kit/problem'

/** Query of a client for the list of a run. */
export interface ListQuery {
  readonly filter: ObjectFilter
  /** Number of the run since which changes are requested; absent for the whole list. */
  readonly since?: number | undefined
}

/** An object of a list; `change` is the change since the client's run. */
export type ListItem = ListObject & { readonly change?: 'added' | 'changed' }

/** An object that the client has and that is no longer in the catalogue. */
export interface RemovedObject {
  readonly norad_id: number
  readonly name: string | null
  readonly reason: DepartedObject['reason']
  /** Number of the run in which it was first missing. */
  readonly run_number: number
}

/**
 * Yields the objects that a query selects, in the order of catalogue numbers after `after`, slice by slice.
 * Empty slices are left out.
 * @throws RunGoneError if two newer runs were published in the meantime
 */
export async function* readItems(
  run: ShellRun,
  { filter, since }: ListQuery,
  shells: Shells,
  after = 0,
): AsyncGenerator<ListItem[]> {
  for await (const objects of readObjects(run, shells, after)) {
    const items: ListItem[] = []
    for (const object of objects) {
      if (object.elements.noradId <= after) continue
      if (since !== undefined && object.changedIn <= since) continue
      if (!matchesFilter(object, filter)) continue
      const item = toListObject(object, run.fetchedAt)
      if (since === undefined) items.push(item)
      else items.push({ ...item, change: object.addedIn > since ? 'added' : 'changed' })
    }
    if (items.length > 0) yield items
  }
}

/** A row of a list. The rows at the end of a list of changes are removed objects. */
export type ListRow = ListItem | (RemovedObject & { readonly change: 'removed' })

/** Returns the value of a column. Rows of removed objects lack most values. */
export function valueIn(row: ListRow, name: string): unknown {
  return (row as Partial<Record<string, unknown>>)[name]
}

/** Returns the rows at the end of a list of changes. */
export async function readRemovedRows(run: ShellRun, query: ListQuery, shells: Shells): Promise<ListRow[]> {
  const removed = await readRemoved(run, query, shells)
  return removed.map((object) => ({ ...object, change: 'removed' }))
}

/**
 * Returns the objects that left after the run `since`, by catalogue number. Of the filter, only `ids`
 * applies.
 */
export async function readRemoved(
  run: ShellRun,
  { filter, since }: ListQuery,
  shells: Shells,
): Promise<RemovedObject[]> {
  if (since === undefined) return []
  const { departed } = await readHistory(run, shells)
  return departed
    .filter(({ noradId, removedIn }) => removedIn > since && (filter.ids?.includes(noradId) ?? true))
    .map(({ noradId, name, reason, removedIn }) => ({
      norad_id: noradId,
      name,
      reason,
      run_number: removedIn,
    }))
    .sort((one, other) => one.norad_id - other.norad_id)
}

/**
 * Returns the number of an earlier run, or of `run` itself.
 * @throws Problem `run_too_old`, which names the oldest known run
 */
export async function findRunNumber(id: string, run: ShellRun, shells: Shells): Promise<number> {
  if (id === run.id) return run.number
  const { runs } = await readHistory(run, shells)
  const found = runs.find((each) => each.id === id)
  if (found) return found.number
  const oldest = runs[0]?.id ?? run.id
  throw new Problem(shellProblems.run_too_old, {
    message: `Changes since this run are not known. The oldest known run is ${oldest}. Read the complete list.`,
  })
}
