import { n2yoEndpoint } from '#compat/n2yo/n2yo-endpoint'
import { objectParameter, observerParameters } from '#compat/n2yo/path-parameters'
import { positionsData } from '#compat/n2yo/position-schemas'
import type { Endpoint } from '#endpoint/endpoint'
import { named, wholeNumber } from '#endpoint/schemas'
import { seconds } from '#kit/time'

/** The most positions of a request, one for each second. */
const MAX_SECONDS = 300

/** Serves where an object is in the next seconds at N2YO's path. */
export function n2yoPositions(endpoints: () => readonly Endpoint[]): Endpoint {
  return n2yoEndpoint(endpoints, {
    path: '/positions/{id}/{observer_lat}/{observer_lng}/{observer_alt}/{seconds}',
    operationId: 'getN2yoPositions',
    summary: 'Positions of an object in the next seconds, as N2YO serves them',
    description:
      'For clients of N2YO: by SGP4, one position for each second, the first for now, to the age of the response; they ' +
      'end where the object decays. The place is rounded and never logged.',
    ttlMs: seconds(3),
    pathParameters: {
      ...objectParameter,
      ...observerParameters,
      seconds: wholeNumber(`Number of positions: a whole number from 1 to ${MAX_SECONDS}`, 2, {
        max: MAX_SECONDS,
      }),
    },
    data: named('N2yoPositions', positionsData),
    compute: async (params, reading) =>
      (await import('#compat/computations')).computeN2yoPositions(params, reading),
  })
}
