import type { Endpoint } from '#endpoint/endpoint'
import { linkRoot } from '#endpoint/page/layout'
import { minutes } from '#kit/time'
import { pageEndpoint } from '#site/page-endpoint'

/** Serves the page of launches. */
export function launches(table: () => readonly Endpoint[]): Endpoint {
  return pageEndpoint({
    path: '/launches',
    operationId: 'getLaunchesPage',
    summary: 'Next launches with a countdown and a map of the pads, as a page',
    description: 'The list of `/v1/launches/upcoming`, read through its cache.',
    ttlMs: minutes(1),
    async toPage(call) {
      const { collectLaunchesFacts, launchesPage } = await import('#site/pages')
      const facts = await collectLaunchesFacts(table(), call)
      return launchesPage(facts, linkRoot(call.context.settings.base))
    },
  })
}
