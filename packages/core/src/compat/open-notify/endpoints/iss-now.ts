import * as v from 'valibot'
import { groundPosition } from '#catalogue/orbit/ground-position'
import { readGroup } from '#compat/celestrak/read-group'
import { compatEndpoint } from '#compat/compat-endpoint'
import type { Endpoint } from '#endpoint/endpoint'
import { jsonResponse } from '#endpoint/json-response'
import { count, named, text } from '#endpoint/schemas'
import { Problem } from '#kit/problem'

const ISS = 25_544

const place = v.strictObject({
  longitude: text('Longitude, degrees east, as text', '-12.3456'),
  latitude: text('Latitude, degrees north, as text', '50.1234'),
})

const position = v.strictObject({
  iss_position: named('IssPosition', place),
  message: text('Always success', 'success'),
  timestamp: count('The instant, seconds since 1970', 1_795_262_040),
})

/** Serves where the ISS is now at the path of Open Notify. */
export function issNow(endpoints: () => readonly Endpoint[]): Endpoint {
  return compatEndpoint({
    sets: ['open-notify'],
    path: '/iss-now.json',
    operationId: 'getOpenNotifyIssNow',
    summary: 'Where the ISS is now, as Open Notify has it',
    description:
      'For clients of Open Notify: the place below the ISS by SGP4, from its elements in the group stations. Not ' +
      'cached.',
    content: { 'application/json': named('IssNow', position) },
    problems: ['upstream_invalid', 'upstream_unavailable'],
    isOnMirrors: true,
    refusals: { 404: 'Not Found' },
    async respond(_, { context }) {
      const { byNoradId } = await readGroup('stations', { context, endpoints: endpoints() })
      const elements = byNoradId.get(ISS)
      // Whole seconds, as the timestamp has them: the ISS moves 8 km in one.
      const timestamp = Math.floor(context.now() / 1_000)
      const below = elements && groundPosition(elements, 1_000 * timestamp)
      if (!below) throw new Problem('object_not_found')
      return jsonResponse({
        iss_position: {
          longitude: below.longitudeDeg.toFixed(4),
          latitude: below.latitudeDeg.toFixed(4),
        },
        message: 'success',
        timestamp,
      })
    },
  })
}
