import { previous } from '#features/launches/endpoints/previous'
import { upcoming } from '#features/launches/endpoints/upcoming'
import { people } from '#features/launches/people/endpoints/people'
import type { PagesContext } from '#features/pages/context'
import { readFeedFailures } from '#features/pages/feed-failures'
import type { LaunchesFacts } from '#features/pages/launches/launches-page'
import { readInTime } from '#features/pages/live-values'
import { LAUNCHES, plannedLaunches } from '#features/pages/planned-launches'
import type { EndpointCall } from '#kernel/endpoint/endpoint'

/** Collects the content of the page, through the caches. Waits at most 1.5 s for the upstream. */
export async function collectLaunchesFacts(call: EndpointCall<PagesContext>): Promise<LaunchesFacts> {
  const { context } = call
  const [ahead, past, inSpace] = await Promise.all([
    readInTime(upcoming, call),
    readInTime(previous, call),
    readInTime(people, call),
  ])
  const launches = plannedLaunches(ahead)
  const shown = { launches, previous: plannedLaunches(past), people: inSpace?.people ?? null }
  const failures = await readFeedFailures(launches ? [] : [LAUNCHES], context)
  const sourceNote = context.upstreams.shownNote.text
  return { ...shown, failure: failures.get(LAUNCHES), sourceNote, now: context.now() }
}
