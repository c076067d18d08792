import type { PagesContext } from '#features/pages/context'
import { linkRoot } from '#features/shared/page/link-root'
import { pageEndpoint } from '#features/shared/page/page-endpoint'
import { minutes } from '#kernel/kit/time'

/** Serves the page of launches. */
export const launches = pageEndpoint<PagesContext>({
  path: '/launches',
  operationId: 'getLaunchesPage',
  summary: 'Page with upcoming launches, a countdown, a map of the pads, past launches and people in space',
  description:
    'The lists of `/v1/launches/upcoming`, `/v1/launches/previous` and `/v1/people`, read through their caches.',
  ttlMs: minutes(1),
  async toPage(call) {
    const { collectLaunchesFacts, launchesPage } = await import('#features/pages/pages')
    const facts = await collectLaunchesFacts(call)
    return launchesPage(facts, linkRoot(call.context.settings.base))
  },
})
