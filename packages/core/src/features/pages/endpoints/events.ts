import type { PagesContext } from '#features/pages/context'
import { linkRoot } from '#features/shared/page/link-root'
import { pageEndpoint } from '#features/shared/page/page-endpoint'
import { minutes } from '#kernel/kit/time'

/** Serves the page of solar events. */
export const events = pageEndpoint<PagesContext>({
  path: '/events',
  operationId: 'getEventsPage',
  summary: 'Page with flares and coronal mass ejections of the last 7 days on a timeline',
  description: 'The list of `/v1/events/recent`, read through its cache.',
  ttlMs: minutes(1),
  async toPage(call) {
    const { collectEventsFacts, eventsPage } = await import('#features/pages/pages')
    const facts = await collectEventsFacts(call)
    return eventsPage(facts, linkRoot(call.context.settings.base))
  },
})
