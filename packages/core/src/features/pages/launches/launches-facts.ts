import { previous } from '#catalogue/launches/endpoints/previous'
import { upcoming } from '#catalogue/launches/endpoints/upcoming'
import { people } from '#catalogue/people/endpoints/people'
import type { EndpointCall } from '#endpoint/endpoint'
import type { SiteContext } from '#site/context'
import { readFeedFailures } from '#site/feed-failures'
import type { LaunchesFacts } from '#site/launches/launches-page'
import { readInTime } from '#site/live-values'
import { LAUNCHES, plannedLaunches } from '#site/planned-launches'

/** Collects the content of the page, through the caches. Waits at most 1.5 s for the upstream. */
export async function collectLaunchesFacts(call: EndpointCall<SiteContext>): Promise<LaunchesFacts> {
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
