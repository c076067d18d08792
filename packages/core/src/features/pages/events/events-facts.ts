import type { EndpointCall } from '#endpoint/endpoint'
import type { SiteContext } from '#site/context'
import type { EventsFacts } from '#site/events/events-page'
import { readFeedFailures } from '#site/feed-failures'
import { EVENTS, readRecentEvents } from '#site/recent-events'

/** Collects the content of the page, through the cache. Waits at most 1.5 s for the upstream. */
export async function collectEventsFacts(call: EndpointCall<SiteContext>): Promise<EventsFacts> {
  const { context } = call
  const recent = await readRecentEvents(call)
  const failures = await readFeedFailures(recent ? [] : [EVENTS], context)
  const sourceNote = context.upstreams.shownNote.text
  return { recent, failure: failures.get(EVENTS), sourceNote, now: context.now() }
}
