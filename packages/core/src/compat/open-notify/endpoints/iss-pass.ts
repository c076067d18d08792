import * as v from 'valibot'
import { openNotifyEndpoint } from '#compat/open-notify/open-notify-endpoint'
import { issPassParameters, readIssPass } from '#compat/open-notify/read-iss-pass'
import type { Endpoint } from '#endpoint/endpoint'
import { count, named, oneOf, quantity } from '#endpoint/schemas'
import { minutes } from '#kit/time'

/** Serves when the space station is over a place at open-notify's path. */
export function issPass(endpoints: () => readonly Endpoint[]): Endpoint {
  return openNotifyEndpoint(endpoints, {
    path: '/iss-pass.json',
    operationId: 'getOpenNotifyIssPass',
    summary: 'When the ISS is over a place, as open-notify served it',
    description:
      'For clients of open-notify, which no longer has this path: when the ISS is 10° above the horizon or more in the ' +
      'next 30 days, for more than a minute. The place is rounded to 0.01° and 10 m, and never logged.',
    ttlMs: minutes(1),
    queryParameters: issPassParameters,
    data: named(
      'OpenNotifyIssPass',
      v.strictObject({
        message: oneOf('Whether it has succeeded', ['success']),
        request: named(
          'OpenNotifyRequest',
          v.strictObject({
            altitude: quantity('Altitude of the place, m', 100, 0, 10_000),
            datetime: count('Unix time of the computation, seconds', 1_795_262_400),
            latitude: quantity('Latitude of the place, degrees', 48.14, -90, 90),
            longitude: quantity('Longitude of the place, degrees', 11.58, -180, 180),
            passes: count('Number of passes that are asked for', 5),
          }),
        ),
        response: v.array(
          named(
            'OpenNotifyPass',
            v.strictObject({
              duration: count('Seconds for which it is overhead', 525),
              risetime: count('Unix time from which it is overhead, seconds', 1_795_262_900),
            }),
          ),
        ),
      }),
    ),
    read: readIssPass,
    compute: async (asked, reading) =>
      (await import('#compat/computations')).computeIssPasses(asked, reading),
  })
}
