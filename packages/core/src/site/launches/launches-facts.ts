import type { PeopleInSpace } from '#catalogue/people/endpoints/people'
import type { Endpoint, EndpointCall } from '#endpoint/endpoint'
import { readFeedFailures } from '#site/feed-failures'
import type { LaunchesFacts } from '#site/launches/launches-page'
import { readInTime } from '#site/live-values'
import { LAUNCHES, PREVIOUS, readListedLaunches } from '#site/planned-launches'

/** Collects the content of the page, through the caches. Waits at most 1.5 s for the upstream. */
export async function collectLaunchesFacts(
  table: readonly Endpoint[],
  call: EndpointCall,
): Promise<LaunchesFacts> {
  const { context } = call
  const [launches, previous, inSpace] = await Promise.all([
    readListedLaunches(table, call),
    readListedLaunches(table, call, PREVIOUS),
    readInTime<PeopleInSpace>(table, '/v1/people', {}, call),
  ])
  const shown = { launches, previous, people: inSpace?.people ?? null }
  const failures = await readFeedFailures(table, launches ? [] : [LAUNCHES], context)
  const sourceNote = context.upstreams.shownNote.text
  return { ...shown, failure: failures.get(LAUNCHES), sourceNote, now: context.now() }
}
