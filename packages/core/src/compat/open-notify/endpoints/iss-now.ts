import * as v from 'valibot'
import { openNotifyEndpoint } from '#compat/open-notify/open-notify-endpoint'
import type { Endpoint } from '#endpoint/endpoint'
import { count, named, oneOf, text } from '#endpoint/schemas'
import { seconds } from '#kit/time'

/** Serves where the space station is at open-notify's path. */
export function issNow(endpoints: () => readonly Endpoint[]): Endpoint {
  return openNotifyEndpoint(endpoints, {
    path: '/iss-now.json',
    operationId: 'getOpenNotifyIssNow',
    summary: 'Where the ISS is, as open-notify serves it',
    description: 'For clients of open-notify. Latitude and longitude are text, as there.',
    ttlMs: seconds(3),
    data: named(
      'OpenNotifyIssNow',
      v.strictObject({
        message: oneOf('Whether it has succeeded', ['success']),
        timestamp: count('Unix time of the position, seconds', 1_795_262_400),
        iss_position: named(
          'OpenNotifyPosition',
          v.strictObject({
            latitude: text('Geodetic latitude below the station, degrees', '-39.3364'),
            longitude: text('Longitude below the station, degrees, east positive', '-52.2041'),
          }),
        ),
      }),
    ),
    read: () => ({}),
    compute: async (_, reading) => (await import('#compat/computations')).computeIssNow(reading),
  })
}
