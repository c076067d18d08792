import { linkRoot } from '#endpoint/page/link-root'
import { placeParameters } from '#endpoint/place'
import { optional } from '#endpoint/query-parameters'
import { minutes } from '#kit/time'
import type { SiteContext } from '#site/context'
import { pageEndpoint } from '#site/page-endpoint'

interface PlaceQuery {
  readonly latitude?: number
  readonly longitude?: number
}

/** Serves the page of the sky over a location. */
export const sky = pageEndpoint<SiteContext>({
  path: '/sky',
  operationId: 'getSkyPage',
  summary: 'Page with passes over a location, the aurora there, and the times of Sun and Moon',
  description:
    'Passes of bright objects within 24 hours by the cached elements, and the aurora of the latest ' +
    'forecast. Without a location, the page has a form for it. Locations are rounded to 0.01° and ' +
    'never logged.',
  ttlMs: minutes(2),
  queryParameters: {
    latitude: optional(placeParameters.latitude),
    longitude: optional(placeParameters.longitude),
  },
  pageKey: ({ latitude, longitude }: PlaceQuery) => ({ latitude, longitude }),
  async toPage(call) {
    const { collectSkyFacts, skyPage } = await import('#site/pages')
    const { latitude, longitude }: PlaceQuery = call.params
    const place = latitude === undefined || longitude === undefined ? null : { latitude, longitude }
    return skyPage(await collectSkyFacts(place, call), linkRoot(call.context.settings.base))
  },
})
