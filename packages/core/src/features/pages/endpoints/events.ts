import { linkRoot } from '#endpoint/page/link-root'
import { minutes } from '#kit/time'
import type { SiteContext } from '#site/context'
import { pageEndpoint } from '#site/page-endpoint'

/** Serves the page of solar events. */
export const events = pageEndpoint<SiteContext>({
  path: '/events',
  operationId: 'getEventsPage',
  summary: 'Page with flares and coronal mass ejections of the last 7 days on a timeline',
  description: 'The list of `/v1/events/recent`, read through its cache.',
  ttlMs: minutes(1),
  async toPage(call) {
    const { collectEventsFacts, eventsPage } = await import('#site/pages')
    const facts = await collectEventsFacts(call)
    return eventsPage(facts, linkRoot(call.context.settings.base))
  },
})
