import type { Endpoint, EndpointCall } from '#endpoint/endpoint'
import { readFeedFailures } from '#site/feed-failures'
import type { LaunchesFacts } from '#site/launches/launches-page'
import { LAUNCHES, readListedLaunches } from '#site/planned-launches'

/** Collects what the page shows, through the cache. Waits at most 1.5 s for the upstream. */
export async function collectLaunchesFacts(
  table: readonly Endpoint[],
  call: EndpointCall,
): Promise<LaunchesFacts> {
  const { context } = call
  const launches = await readListedLaunches(table, call)
  const failures = await readFeedFailures(table, launches ? [] : [LAUNCHES], context)
  const { sourceNote } = context.settings
  return { launches, failure: failures.get(LAUNCHES), sourceNote, now: context.now() }
}
