import * as v from 'valibot'
import type { PagesContext } from '#features/pages/context'
import { objectParameter, printable, searchCost } from '#features/pages/find-objects'
import { linkRoot } from '#features/shared/page/link-root'
import { pageEndpoint } from '#features/shared/page/page-endpoint'
import { placeParameters } from '#kernel/endpoint/place'
import { optional } from '#kernel/endpoint/query-parameters'
import { minutes } from '#kernel/kit/time'

interface PlaceQuery {
  readonly at?: string
  readonly latitude?: number
  readonly longitude?: number
  readonly object?: string
}

/** A location as text, which the page reads. */
const atParameter = v.pipe(
  printable,
  v.maxLength(60),
  v.description(
    'A city of the page’s list, or latitude and longitude in degrees, such as `52.52, 13.40`; takes ' +
      'precedence over latitude and longitude',
  ),
  v.examples(['52.52, 13.40']),
)

/** Serves the page of the sky over a location. */
export const sky = pageEndpoint<PagesContext>({
  path: '/sky',
  operationId: 'getSkyPage',
  summary: 'Page with passes over a location, the aurora there, and the times of Sun and Moon',
  description:
    'Passes of bright objects, and of `object`, within 24 hours by the cached elements, and the aurora of ' +
    'the latest forecast. Without a location, the page shows an example. Locations are rounded to 0.01° and ' +
    'never logged.',
  ttlMs: minutes(2),
  cost: searchCost,
  queryParameters: {
    at: optional(atParameter),
    latitude: optional(placeParameters.latitude),
    longitude: optional(placeParameters.longitude),
    object: objectParameter,
  },
  pageKey({ params }) {
    const { at, latitude, longitude, object }: PlaceQuery = params
    return { at, latitude, longitude, object }
  },
  async toPage(call) {
    const { collectSkyFacts, skyPage } = await import('#features/pages/pages')
    const { at, latitude, longitude, object = '' }: PlaceQuery = call.params
    const asked = latitude === undefined || longitude === undefined ? '' : `${latitude}, ${longitude}`
    return skyPage(await collectSkyFacts(at ?? asked, object, call), linkRoot(call.context.settings.base))
  },
})
