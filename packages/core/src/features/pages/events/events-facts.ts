import type { PagesContext } from '#features/pages/context'
import type { EventsFacts } from '#features/pages/events/events-page'
import { readFeedFailures } from '#features/pages/feed-failures'
import { EVENTS, readRecentEvents } from '#features/pages/recent-events'
import type { EndpointCall } from '#kernel/endpoint/endpoint'

/** Collects the content of the page, through the cache. Waits at most 1.5 s for the upstream. */
export async function collectEventsFacts(call: EndpointCall<PagesContext>): Promise<EventsFacts> {
  const { context } = call
  const recent = await readRecentEvents(call)
  const failures = await readFeedFailures(recent ? [] : [EVENTS], context)
  const sourceNote = context.upstreams.shownNote.text
  return { recent, failure: failures.get(EVENTS), sourceNote, now: context.now() }
}
