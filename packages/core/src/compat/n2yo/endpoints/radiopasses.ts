import { n2yoEndpoint } from '#compat/n2yo/n2yo-endpoint'
import { PASSES_TTL_MS, radioPassesData } from '#compat/n2yo/pass-schemas'
import { daysParameter, objectParameter, observerParameters } from '#compat/n2yo/path-parameters'
import type { Endpoint } from '#endpoint/endpoint'
import { named, wholeNumber } from '#endpoint/schemas'

/** Serves the passes of an object at N2YO's path. */
export function n2yoRadioPasses(endpoints: () => readonly Endpoint[]): Endpoint {
  return n2yoEndpoint(endpoints, {
    path: '/radiopasses/{id}/{observer_lat}/{observer_lng}/{observer_alt}/{days}/{min_elevation}',
    operationId: 'getN2yoRadioPasses',
    summary: 'Passes of an object over a place, as N2YO serves them',
    description:
      'For clients of N2YO: from horizon to horizon, by SGP4. As there, a response without passes has no `passes`. ' +
      'An object that neither rises nor sets has none. The place is rounded and never logged.',
    ttlMs: PASSES_TTL_MS,
    pathParameters: {
      ...objectParameter,
      ...observerParameters,
      ...daysParameter,
      min_elevation: wholeNumber('How high a pass rises at least: whole degrees from 0 to 90', 40, {
        min: 0,
        max: 90,
      }),
    },
    data: named('N2yoRadioPasses', radioPassesData),
    compute: async (params, reading) =>
      (await import('#compat/computations')).computeRadioPasses(params, reading),
  })
}
