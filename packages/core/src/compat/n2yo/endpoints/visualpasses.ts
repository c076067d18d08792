import * as v from 'valibot'
import { visibleSpans } from '#catalogue/orbit/visible-spans'
import { infoOf, n2yoEndpoint } from '#compat/n2yo/n2yo-endpoint'
import { passFields, passOf, unixOf } from '#compat/n2yo/pass-fields'
import { daysParameter, objectParameter, observerParameters } from '#compat/n2yo/path-parameters'
import { PASSES_TTL_MS, passesInfo, readPasses } from '#compat/n2yo/read-passes'
import { roundTo } from '#compat/n2yo/round-to'
import type { Endpoint } from '#endpoint/endpoint'
import { count, named, quantity, wholeNumber } from '#endpoint/schemas'

/** What N2YO gives for an unknown magnitude: the catalogue has no brightness. */
const UNKNOWN_MAGNITUDE = 100_000

const pass = v.strictObject({
  ...passFields,
  startEl: quantity('Elevation where it becomes visible, degrees, without refraction', 13.08, -1, 90),
  endEl: quantity('Elevation where it is visible no longer, degrees, without refraction', 0, -1, 90),
  mag: count('Always 100000, which is N2YO’s value for an unknown magnitude', UNKNOWN_MAGNITUDE),
  duration: count('Seconds for which it is visible', 485),
  startVisibility: count('Unix time at which it becomes visible, seconds', 1_795_262_545),
})

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
    data: named(
      'N2yoVisualPasses',
      v.strictObject({
        info: v.strictObject(passesInfo),
        passes: v.optional(v.pipe(v.array(pass), v.description('The first one first'))),
      }),
    ),
    async compute(params, reading) {
      const passes: v.InferOutput<typeof pass>[] = []
      const { object, track, place, seen, source, fetchedAt } = await readPasses(params, 0, reading)
      for await (const { rise, highest, set } of seen) {
        const spans = await visibleSpans(track, place, rise.at, set.at)
        const [first, last] = [spans[0], spans.at(-1)]
        const visibleMs = spans.reduce((sum, { start, end }) => sum + end.at - start.at, 0)
        if (!first || !last || visibleMs < Number(params['min_visibility']) * 1_000) continue
        passes.push({
          ...passOf(rise, highest, set),
          startEl: roundTo(2, first.start.elevationDeg),
          endEl: roundTo(2, last.end.elevationDeg),
          mag: UNKNOWN_MAGNITUDE,
          duration: Math.round(visibleMs / 1_000),
          startVisibility: unixOf(first.start),
        })
      }
      const info = { ...infoOf(object.elements), passescount: passes.length }
      return { data: { info, ...(passes.length > 0 && { passes }) }, source, fetchedAt }
    },
  })
}
