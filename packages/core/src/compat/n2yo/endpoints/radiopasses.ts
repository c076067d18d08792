import * as v from 'valibot'
import { infoOf, n2yoEndpoint } from '#compat/n2yo/n2yo-endpoint'
import { passFields, passOf } from '#compat/n2yo/pass-fields'
import { daysParameter, objectParameter, observerParameters } from '#compat/n2yo/path-parameters'
import { PASSES_TTL_MS, passesInfo, readPasses } from '#compat/n2yo/read-passes'
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
    data: named(
      'N2yoRadioPasses',
      v.strictObject({
        info: v.strictObject(passesInfo),
        passes: v.optional(v.pipe(v.array(v.strictObject(passFields)), v.description('The first one first'))),
      }),
    ),
    async compute(params, reading) {
      const passes: ReturnType<typeof passOf>[] = []
      const { object, seen, source, fetchedAt } = await readPasses(
        params,
        Number(params['min_elevation']),
        reading,
      )
      for await (const { rise, highest, set } of seen) passes.push(passOf(rise, highest, set))
      const info = { ...infoOf(object.elements), passescount: passes.length }
      return { data: { info, ...(passes.length > 0 && { passes }) }, source, fetchedAt }
    },
  })
}
