import { n2yoEndpoint } from '#compat/n2yo/n2yo-endpoint'
import { PASSES_TTL_MS, visualPassesData } from '#compat/n2yo/pass-schemas'
import { daysParameter, objectParameter, observerParameters } from '#compat/n2yo/path-parameters'
import type { Endpoint } from '#endpoint/endpoint'
import { named, wholeNumber } from '#endpoint/schemas'

/** Serves the passes of an object that are seen at night at N2YO's path. */
export function n2yoVisualPasses(endpoints: () => readonly Endpoint[]): Endpoint {
  return n2yoEndpoint(endpoints, {
    path: '/visualpasses/{id}/{observer_lat}/{observer_lng}/{observer_alt}/{days}/{min_visibility}',
    operationId: 'getN2yoVisualPasses',
    summary: 'Passes in which an object is lit and the sky is dark, as N2YO serves them',
    description:
      'For clients of N2YO: as the radio passes, of those in which the object is lit while the Sun is 6° below the ' +
      'horizon or more. As there, startUTC and endUTC are the ends of the pass, and startEl and endEl elevations ' +
      'where it becomes visible and where it is so no longer. The place is rounded and never logged.',
    ttlMs: PASSES_TTL_MS,
    pathParameters: {
      ...objectParameter,
      ...observerParameters,
      ...daysParameter,
      min_visibility: wholeNumber('How long it is visible at least: whole seconds from 0 to 86400', 300, {
        min: 0,
        max: 86_400,
      }),
    },
    data: named('N2yoVisualPasses', visualPassesData),
    compute: async (params, reading) =>
      (await import('#compat/computations')).computeVisualPasses(params, reading),
  })
}
