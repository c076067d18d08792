import type { Endpoint, EndpointCall } from '#endpoint/endpoint'
import type { EventsFacts } from '#site/events/events-page'
import { readFeedFailures } from '#site/feed-failures'
import { EVENTS, readRecentEvents } from '#site/recent-events'

/** Collects the content of the page, through the cache. Waits at most 1.5 s for the upstream. */
export async function collectEventsFacts(
  table: readonly Endpoint[],
  call: EndpointCall,
): Promise<EventsFacts> {
  const { context } = call
  const recent = await readRecentEvents(table, call)
  const failures = await readFeedFailures(table, recent ? [] : [EVENTS], context)
  const sourceNote = context.upstreams.shownNote.text
  return { recent, failure: failures.get(EVENTS), sourceNote, now: context.now() }
}
