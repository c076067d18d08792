import * as v from 'valibot'
import { toThreeLines } from '#catalogue/elements/three-lines'
import { infoData, infoOf, n2yoEndpoint } from '#compat/n2yo/n2yo-endpoint'
import { objectParameter } from '#compat/n2yo/path-parameters'
import type { Endpoint } from '#endpoint/endpoint'
import { named, text } from '#endpoint/schemas'
import { Problem } from '#kit/problem'
import { hours } from '#kit/time'

/** Serves the TLE of an object at N2YO's path. */
export function n2yoTle(endpoints: () => readonly Endpoint[]): Endpoint {
  return n2yoEndpoint(endpoints, {
    path: '/tle/{id}',
    operationId: 'getN2yoTle',
    summary: 'TLE of an object, as N2YO serves it',
    description:
      'For clients of N2YO. Objects among the active satellites or in the catalogue of the last night; numbers of six ' +
      'digits are in Alpha-5. `apiKey` is ignored, also where clients append `&apiKey=…` to the path.',
    ttlMs: hours(1),
    pathParameters: objectParameter,
    data: named(
      'N2yoTle',
      v.strictObject({
        info: infoData,
        tle: text('Both lines, joined by CR and LF', '1 25544U 98067A …\r\n2 25544 …'),
      }),
    ),
    async compute({ id }, reading) {
      const { findObject } = await import('#compat/computations')
      const { object, ...provenance } = await findObject(Number(id), reading)
      const lines = toThreeLines(object.elements)
      if (!lines) throw new Problem('object_not_found')
      return {
        data: { info: infoOf(object.elements), tle: `${lines.line1}\r\n${lines.line2}` },
        ...provenance,
      }
    },
  })
}
