import { STATES_VALID_MS } from '#catalogue/sky/above-schemas'
import { aboveData } from '#compat/n2yo/above-schemas'
import { n2yoEndpoint } from '#compat/n2yo/n2yo-endpoint'
import { observerParameters } from '#compat/n2yo/path-parameters'
import type { Endpoint } from '#endpoint/endpoint'
import { named, wholeNumber } from '#endpoint/schemas'

/** Serves what is above a place at N2YO's path. */
export function n2yoAbove(endpoints: () => readonly Endpoint[]): Endpoint {
  return n2yoEndpoint(endpoints, {
    path: '/above/{observer_lat}/{observer_lng}/{observer_alt}/{search_radius}/{category_id}',
    operationId: 'getN2yoAbove',
    summary: 'Objects above a place, as N2YO serves them',
    description:
      'For clients of N2YO: of a category, or of all active satellites with 0, within an angle of the zenith; the ' +
      'highest first. As there, a response without objects has no `above`. The place is rounded and never logged.',
    ttlMs: STATES_VALID_MS,
    pathParameters: {
      ...observerParameters,
      search_radius: wholeNumber('Angle from the zenith: whole degrees from 0 to 90', 70, {
        min: 0,
        max: 90,
      }),
      category_id: wholeNumber('Number of a category, 0 for all: a whole number from 0 to 56', 18, {
        min: 0,
        max: 56,
      }),
    },
    problems: ['group_not_found'],
    data: named('N2yoAbove', aboveData),
    compute: async (params, reading) =>
      (await import('#compat/computations')).computeN2yoAbove(params, reading),
  })
}
