import { headFacts } from '#features/debris/object-list/facts'
import { type ListItem, type ListQuery, readItems, readRemoved } from '#features/debris/object-list/list'
import type { ShellRun, Shells } from '#features/debris/shells/shells'

interface PageQuery extends ListQuery {
  /** Catalogue number after which the page begins; 0 for the first page. */
  readonly after: number
  /** Maximum number of objects on the page. */
  readonly limit: number
}

/**
 * Reads a page of a list, in the order of catalogue numbers. Removed objects are on the first page.
 * @throws RunGoneError
 */
export async function readPage(run: ShellRun, query: PageQuery, shells: Shells) {
  const { filter, since, after, limit } = query
  const isAll = since === undefined && Object.values(filter).every((value) => value === undefined)
  const page: ListItem[] = []
  const missing = new Set(filter.ids)
  let matched = 0
  let hasMore = false
  for await (const items of readItems(run, query, shells, isAll ? after : 0)) {
    for (const item of items) {
      matched += 1
      missing.delete(item.norad_id)
      if (item.norad_id <= after) continue
      if (page.length < limit) page.push(item)
      else hasMore = true
    }
    if (isAll && hasMore) break
  }
  const last = page.at(-1)?.norad_id ?? null
  return {
    ...headFacts(run),
    matched: isAll ? run.counts.catalogue : matched,
    count: page.length,
    complete: after === 0 && !hasMore,
    has_more: hasMore,
    next_after: hasMore ? last : null,
    missing_source: [] as string[],
    ...(filter.ids && since === undefined && { missing_ids: [...missing] }),
    ...(since === undefined
      ? { objects: page }
      : {
          added: page.filter(({ change }) => change === 'added'),
          changed: page.filter(({ change }) => change === 'changed'),
          removed: after === 0 ? await readRemoved(run, query, shells) : [],
        }),
  }
}
