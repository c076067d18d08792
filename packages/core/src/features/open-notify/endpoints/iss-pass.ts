import * as v from 'valibot'
import { openNotifyEndpoint } from '#features/open-notify/open-notify-endpoint'
import { issPassParameters, readIssPass } from '#features/open-notify/read-iss-pass'
import { count, named, oneOf, quantity } from '#kernel/endpoint/schemas'
import { minutes } from '#kernel/kit/time'

/** Serves the times at which the space station is over a location at open-notify's path. */
export const issPass = openNotifyEndpoint({
  path: '/iss-pass.json',
  operationId: 'getOpenNotifyIssPass',
  summary: 'Passes of the ISS over a location in open-notify’s form',
  description:
    'For clients of open-notify, which no longer has this path. The response has the times in the next ' +
    '30 days at which the ISS is at least 10° above the horizon for more than a minute. The location is ' +
    'rounded to 0.01° and 10 m, and never logged.',
  ttlMs: minutes(1),
  queryParameters: issPassParameters,
  data: named(
    'OpenNotifyIssPass',
    v.strictObject({
      message: oneOf('Whether the request succeeded', ['success']),
      request: named(
        'OpenNotifyRequest',
        v.strictObject({
          altitude: quantity('Altitude of the location, m', 100, 0, 10_000),
          datetime: count('Unix time of the computation, seconds', 1_795_262_400),
          latitude: quantity('Latitude of the location, degrees', 48.14, -90, 90),
          longitude: quantity('Longitude of the location, degrees', 11.58, -180, 180),
          passes: count('Number of passes requested', 5),
        }),
      ),
      response: v.array(
        named(
          'OpenNotifyPass',
          v.strictObject({
            duration: count('Seconds for which the ISS is overhead', 525),
            risetime: count('Unix time from which the ISS is overhead, seconds', 1_795_262_900),
          }),
        ),
      ),
    }),
  ),
  read: readIssPass,
  compute: async (asked, context) =>
    (await import('#features/open-notify/compute-iss')).computeIssPasses(asked, context),
})
