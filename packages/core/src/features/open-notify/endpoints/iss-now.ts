import * as v from 'valibot'
import { openNotifyEndpoint } from '#features/open-notify/open-notify-endpoint'
import { count, named, oneOf, text } from '#kernel/endpoint/schemas'
import { seconds } from '#kernel/kit/time'

/** Serves the position of the space station at open-notify's path. */
export const issNow = openNotifyEndpoint({
  path: '/iss-now.json',
  operationId: 'getOpenNotifyIssNow',
  summary: 'Position of the ISS in open-notify’s form',
  description: 'For clients of open-notify. Latitude and longitude are text, as in open-notify.',
  ttlMs: seconds(3),
  data: named(
    'OpenNotifyIssNow',
    v.strictObject({
      message: oneOf('Whether the request succeeded', ['success']),
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
  compute: async (_, context) => (await import('#features/open-notify/compute-iss')).computeIssNow(context),
})
