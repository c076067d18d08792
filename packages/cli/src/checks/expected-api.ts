/** A data endpoint of the contract. */
export interface DataRoute {
  /** Path as in the OpenAPI document. */
  readonly template: string
  /** A path to request. */
  readonly path: string
  readonly ttlSeconds: number
  /** Required members of `data`. */
  readonly members: readonly string[]
}

const MINUTE = 60
const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export const KP = '/v1/space-weather/kp'
export const OBJECT = '/v1/objects/25544'
export const DENSITY = '/shell/density/{alt}'
export const TLE = '/v1/tle/stations'
export const TLE_TTL_SECONDS = 6 * HOUR

export const dataRoutes: readonly DataRoute[] = [
  route(KP, 15 * MINUTE, 'kp as_of source'),
  route(
    '/v1/space-weather/wind',
    MINUTE,
    'speed_km_s density_per_cm3 temperature_k dynamic_pressure_npa spacecraft as_of source',
  ),
  route('/v1/space-weather/mag', MINUTE, 'bt_nt bx_gsm_nt by_gsm_nt bz_gsm_nt spacecraft as_of source'),
  route('/v1/space-weather/xray', MINUTE, 'flux_w_m2 flare_class band_nm r_scale satellite as_of source'),
  route('/v1/space-weather/proton', 5 * MINUTE, 'flux_pfu energy_min_mev s_scale satellite as_of source'),
  route('/v1/launches/upcoming', HOUR, 'count launches as_of source'),
  route(
    '/v1/events/recent',
    15 * MINUTE,
    'count window_start window_end events unavailable_kinds as_of source',
  ),
  {
    ...route(
      '/v1/objects/{norad_id}',
      HOUR,
      'norad_id name international_designator object_type epoch mean_motion_rev_per_day eccentricity inclination_deg ' +
        'raan_deg arg_of_pericenter_deg mean_anomaly_deg bstar_per_earth_radius mean_motion_dot_rev_per_day2 ' +
        'mean_motion_ddot_rev_per_day3 element_set_no rev_at_epoch classification semi_major_axis_km period_min ' +
        'apogee_km perigee_km owner launch_date decay_date rcs_m2 type_from tle_line1 tle_line2 as_of source',
    ),
    path: OBJECT,
  },
  {
    ...route(
      DENSITY,
      DAY,
      'altitude_km altitude_min_km altitude_max_km computed_at catalogue_epoch catalogue_objects objects_total ' +
        'mean_density_per_km3 volume_km3 altitude_reference latitude_step_deg longitude_step_deg method by_type bins source',
    ),
    path: '/shell/density/785',
  },
  route(
    '/shell/diff',
    DAY,
    'computed_at previous_computed_at added_count removed_count added removed stale_count net_by_shell truncated source',
  ),
]

function route(template: string, ttlSeconds: number, members: string): DataRoute {
  return { template, path: template, ttlSeconds, members: members.split(' ') }
}

/** Paths of the reference tables. */
export const referencePaths = [
  '/ref',
  ...[
    'endpoints',
    'tiers',
    'tle-groups',
    'shells',
    'scales',
    'flare-classes',
    'errors',
    'sources',
    'units',
    'event-kinds',
    'launch-statuses',
    'alert-types',
  ].map((table) => `/ref/${table}`),
]

/** Required operations of the OpenAPI document, as `METHOD path`. */
export const operations = [
  'POST /v1/keys',
  ...dataRoutes.map(({ template }) => `GET ${template}`),
  'GET /v1/objects',
  'GET /v1/tle/{group}',
  ...referencePaths.map((path) => `GET ${path}`),
  ...['ping', 'down', 'info'].map((name) => `GET /v1/speedtest/${name}`),
  'POST /v1/speedtest/up',
  'GET /openapi.json',
  'GET /status',
]

/** Returns the pattern of a template's paths. */
export function templatePattern(template: string): RegExp {
  const plain = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${plain.replace(/\{[^}]+\}/g, '[^/]+')}$`)
}

const specified = operations.map((operation) => templatePattern(operation.slice(operation.indexOf('/'))))

/** Whether a path is part of the contract. */
export function isExpectedPath({ path }: { readonly path: string }): boolean {
  const [pathname = ''] = path.split('?')
  return specified.some((pattern) => pattern.test(pathname))
}

/** Returns a key with a valid checksum that was never issued, with the prefix of a known key. */
export function unknownKey(key = 'sd_live_'.padEnd(44, '0')): string {
  return `${key.slice(0, -36)}zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17`
}

/** Marker in every invalid request, which no error may repeat. */
export const MARKER = 'doctor-marker-7f3a'
