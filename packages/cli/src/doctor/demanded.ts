const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const KP = '/v1/space-weather/kp'
export const OBJECT = '/v1/objects/{norad_id}'
export const DENSITY = '/shell/density/{alt}'
export const TLE = '/v1/tle/{group}'

/** Data endpoints that every deployment has, with their TTL in seconds. All need a key. */
export const dataPaths: Readonly<Record<string, number>> = {
  [KP]: 15 * MINUTE,
  '/v1/space-weather/wind': MINUTE,
  '/v1/space-weather/mag': MINUTE,
  '/v1/space-weather/xray': MINUTE,
  '/v1/space-weather/proton': 5 * MINUTE,
  '/v1/space-weather/aurora': 5 * MINUTE,
  '/v1/space-weather/absorption': 2 * MINUTE,
  '/v1/launches/upcoming': HOUR,
  '/v1/launches/previous': HOUR,
  '/v1/people': 6 * HOUR,
  '/v1/events/recent': 15 * MINUTE,
  [OBJECT]: HOUR,
  '/v1/objects': HOUR,
  [DENSITY]: DAY,
  '/shell/diff': DAY,
}

const tables = [
  ...['endpoints', 'tiers', 'tle-groups', 'shells', 'scales', 'flare-classes', 'errors', 'sources', 'units'],
  ...['event-kinds', 'launch-statuses'],
]

/** Public paths with data that every deployment has, with their TTL in seconds. */
export const openPaths: Readonly<Record<string, number>> = {
  ...Object.fromEntries(['/ref', ...tables.map((table) => `/ref/${table}`)].map((path) => [path, DAY])),
  [TLE]: 6 * HOUR,
}

/** The operations of the specification, as `METHOD path`, which every deployment has. Its document lists more. */
export const demandedOperations = [
  ...['POST /v1/keys', 'POST /v1/speedtest/up'],
  ...[
    ...Object.keys({ ...dataPaths, ...openPaths }),
    ...['/v1/speedtest/ping', '/v1/speedtest/down', '/v1/speedtest/info', '/openapi.json', '/status'],
  ].map((path) => `GET ${path}`),
]

/** Sky paths, whose responses have no fixed TTL. The elements of the example object are cached. */
const skyPaths = [`${OBJECT}/position`, `${OBJECT}/passes`, '/v1/passes', '/v1/above', '/v1/sun-moon']

/** All operations whose examples have data on every deployment that documents them, as `METHOD path`. */
export const answeredOperations = [...demandedOperations, ...skyPaths.map((path) => `GET ${path}`)]
