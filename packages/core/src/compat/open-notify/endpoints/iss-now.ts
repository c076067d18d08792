import * as v from 'valibot'
import { toGeodetic } from '#catalogue/orbit/ellipsoid'
import { openNotifyEndpoint } from '#compat/open-notify/open-notify-endpoint'
import type { Endpoint } from '#endpoint/endpoint'
import { count, named, oneOf, text } from '#endpoint/schemas'
import { Problem } from '#kit/problem'
import { seconds } from '#kit/time'

/** Serves where the space station is at open-notify's path. */
export function issNow(endpoints: () => readonly Endpoint[]): Endpoint {
  return openNotifyEndpoint(endpoints, {
    path: '/iss-now.json',
    operationId: 'getOpenNotifyIssNow',
    summary: 'Where the ISS is, as open-notify serves it',
    description: 'For clients of open-notify. Latitude and longitude are text, as there.',
    ttlMs: seconds(1),
    data: named(
      'OpenNotifyIssNow',
      v.strictObject({
        message: oneOf('Whether it has succeeded', ['success']),
        timestamp: count('Unix time of the position, seconds', 1_795_262_400),
        iss_position: v.strictObject({
          latitude: text('Geodetic latitude below the station, degrees', '-39.3364'),
          longitude: text('Longitude below the station, degrees, east positive', '-52.2041'),
        }),
      }),
    ),
    read: () => ({}),
    compute(track, _, now) {
      const timestamp = Math.floor(now / 1_000)
      const state = new Float64Array(6)
      if (!track.stateAt(timestamp * 1_000, state)) throw new Problem('object_not_found')
      const { latitudeDeg, longitudeDeg } = toGeodetic(state)
      return {
        message: 'success' as const,
        timestamp,
        iss_position: { latitude: latitudeDeg.toFixed(4), longitude: longitudeDeg.toFixed(4) },
      }
    },
  })
}
