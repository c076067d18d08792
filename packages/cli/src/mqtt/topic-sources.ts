import { type LaunchPlan, type LaunchTime, launchesAhead, launchTime } from '@space-data/charts/text'
import type { Place, TopicSource, TopicValue } from '#mqtt/topic-value'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/** Properties of every value. */
type Named = readonly [name: string, title: string, at: string, icon: string]

type Shown = Pick<TopicValue, 'convert' | 'decimals' | 'deviceClass' | 'isDiagnostic' | 'unit'>

const text = (...[name, title, at, icon]: Named): TopicValue => ({ name, title, at, icon: `mdi:${icon}` })

const quantity = (named: Named, shown: Shown = {}): TopicValue => ({
  ...text(...named),
  isMeasurement: true,
  ...shown,
})

const instant = (...named: Named): TopicValue => ({ ...text(...named), deviceClass: 'timestamp' })

const word = (named: Named, options: readonly string[]): TopicValue => ({
  ...text(...named),
  deviceClass: 'enum',
  options,
})

/** Returns the value of a NOAA scale, from 0 to 5. */
const scale = (letter: 'R' | 'S' | 'G', name: string, title: string): TopicValue =>
  word(
    [name, title, `scales.${name}`, 'alert-octagon-outline'],
    [0, 1, 2, 3, 4, 5].map((level) => letter + level),
  )

const PHASES = [
  ...['new', 'waxing_crescent', 'first_quarter', 'waxing_gibbous'],
  ...['full', 'waning_gibbous', 'last_quarter', 'waning_crescent'],
]

/** Returns a path about a location; `undefined` without a location. */
function ofPlace(place: Place | undefined, path: string): string | undefined {
  if (!place) return undefined
  const query = `latitude=${place.latitude}&longitude=${place.longitude}`
  return `${path}${path.includes('?') ? '&' : '?'}${query}`
}

const toPercent = (share: unknown) => (typeof share === 'number' ? Math.round(share * 1_000) / 10 : null)

const countFailing = (feeds: unknown) =>
  Array.isArray(feeds)
    ? feeds.filter(({ status }) => status === 'down' || status === 'degraded').length
    : null

/** Returns the next launch of a list, with the known part of its time; `undefined` for none. */
function nextLaunch(list: unknown): (LaunchTime & LaunchPlan & { readonly name: string }) | undefined {
  const launches = Array.isArray(list) ? list : []
  const [next] = launchesAhead(launches, Date.now())
  return next && { ...next, ...launchTime(next) }
}

/** All published values: their sources, their names, and how Home Assistant shows them. */
export const TOPIC_SOURCES: readonly TopicSource[] = [
  {
    name: 'space weather',
    path: () => '/v1/space-weather/current',
    validForMs: MINUTE_MS,
    values: [
      quantity(['kp', 'Planetary K index', 'kp.kp', 'sine-wave'], { decimals: 2 }),
      quantity(['solar_wind_km_s', 'Solar wind', 'wind.speed_km_s', 'weather-windy'], {
        unit: 'km/s',
        decimals: 0,
      }),
      quantity(['magnetic_field_nt', 'Interplanetary magnetic field', 'mag.bt_nt', 'magnet'], {
        unit: 'nT',
        decimals: 1,
      }),
      quantity(['bz_nt', 'Interplanetary magnetic field Bz', 'mag.bz_gsm_nt', 'magnet'], {
        unit: 'nT',
        decimals: 1,
      }),
      quantity(['xray_w_m2', 'X-ray flux', 'xray.flux_w_m2', 'sun-wireless-outline'], {
        unit: 'W/m²',
        deviceClass: 'irradiance',
        decimals: 9,
      }),
      text('flare_class', 'Flare class', 'xray.flare_class', 'flare'),
      quantity(['proton_pfu', 'Proton flux', 'proton.flux_pfu', 'atom'], { unit: 'pfu', decimals: 2 }),
      quantity(['electron_pfu', 'Electron flux', 'electrons.flux_pfu', 'atom'], { unit: 'pfu', decimals: 0 }),
      quantity(['f107_sfu', 'Solar radio flux F10.7', 'flux.flux_sfu', 'radio-tower'], {
        unit: 'sfu',
        decimals: 0,
      }),
      quantity(['sunspot_number', 'Sunspot number', 'sunspots.sunspot_number', 'white-balance-sunny']),
      quantity(['a_index', 'Planetary A index', 'a_index.a_index', 'sine-wave']),
      scale('R', 'r_scale', 'Radio blackout'),
      scale('S', 's_scale', 'Solar radiation storm'),
      scale('G', 'g_scale', 'Geomagnetic storm'),
      scale('G', 'g_scale_tomorrow', 'Geomagnetic storm tomorrow'),
      quantity(['notices_in_force', 'Notices in force', 'notices.in_force_count', 'bullhorn-outline']),
      instant('cme_arrival', 'Next coronal mass ejection', 'arrival.arrival_time', 'weather-sunny-alert'),
    ],
  },
  {
    name: 'notices',
    path: () => '/v1/space-weather/notices?in_force=true&limit=1',
    validForMs: MINUTE_MS,
    values: [text('newest_notice', 'Newest notice', 'notices.0.headline', 'bullhorn-outline')],
  },
  {
    name: 'aurora',
    path: ({ place }) => ofPlace(place, '/v1/space-weather/aurora'),
    validForMs: 5 * MINUTE_MS,
    values: [
      quantity(['aurora_percent', 'Aurora', 'probability_percent', 'aurora'], { unit: '%', decimals: 0 }),
      quantity(
        ['aurora_poleward_percent', 'Aurora poleward', 'best_poleward.probability_percent', 'aurora'],
        { unit: '%', decimals: 0 },
      ),
    ],
  },
  {
    name: 'HF absorption',
    path: ({ place }) => ofPlace(place, '/v1/space-weather/absorption'),
    validForMs: 2 * MINUTE_MS,
    values: [
      quantity(['hf_absorbed_to_mhz', 'HF radio absorbed up to', 'frequency_mhz', 'radio'], {
        unit: 'MHz',
        deviceClass: 'frequency',
        decimals: 1,
      }),
    ],
  },
  {
    name: 'passes',
    path: ({ place, passesOf }) => ofPlace(place, `/v1/passes?ids=${passesOf}&visible=true&days=10&limit=1`),
    validForMs: 10 * MINUTE_MS,
    values: [
      text('pass_of', 'Next visible pass of', 'passes.0.name', 'satellite-variant'),
      instant('pass_start', 'Next visible pass', 'passes.0.visible.0.start.at', 'satellite-variant'),
      quantity(
        [
          'pass_highest_deg',
          'Next visible pass, highest',
          'passes.0.visible.0.highest_elevation_deg',
          'angle-acute',
        ],
        { unit: '°', decimals: 0 },
      ),
      quantity(
        [
          'pass_direction_deg',
          'Next visible pass, direction',
          'passes.0.visible.0.start.azimuth_deg',
          'compass-outline',
        ],
        { unit: '°', decimals: 0 },
      ),
    ],
  },
  {
    name: 'Sun and Moon',
    // From now on, not of the UTC day.
    path: ({ place }) => ofPlace(place, `/v1/sun-moon?date=${new Date().toISOString()}`),
    validForMs: HOUR_MS,
    values: [
      instant('dark_from', 'Dark from', 'sun.astronomical_twilight.dusk', 'weather-night'),
      instant('moon_rise', 'Moonrise', 'moon.rise', 'moon-waxing-crescent'),
      instant('moon_set', 'Moonset', 'moon.set', 'moon-waning-crescent'),
      quantity(['moon_lit_percent', 'Moon lit', 'moon.illuminated', 'moon-first-quarter'], {
        unit: '%',
        decimals: 0,
        convert: toPercent,
      }),
      word(['moon_phase', 'Phase of the Moon', 'moon.phase', 'moon-full'], PHASES),
    ],
  },
  {
    name: 'launches',
    path: () => '/v1/launches/upcoming?precision=day',
    validForMs: HOUR_MS,
    values: [
      {
        ...text('launch', 'Next launch', 'launches', 'rocket-launch-outline'),
        convert: (list) => nextLaunch(list)?.name,
      },
      {
        ...text('launch_day', 'Next launch on', 'launches', 'rocket-launch-outline'),
        deviceClass: 'date',
        convert: (list) => nextLaunch(list)?.net.slice(0, 10),
      },
      {
        ...instant('launch_at', 'Next launch at', 'launches', 'rocket-launch-outline'),
        convert: (list) => {
          const next = nextLaunch(list)
          return next?.knownTo === 'time' ? next.net : null
        },
      },
    ],
  },
  {
    name: 'people',
    path: () => '/v1/people',
    validForMs: 6 * HOUR_MS,
    values: [quantity(['people_in_space', 'People in space', 'count', 'account-group-outline'])],
  },
  {
    name: 'service',
    path: () => '/status',
    validForMs: MINUTE_MS / 2,
    values: [
      {
        ...word(
          ['service_state', 'Service', 'status', 'pulse'],
          ['operational', 'degraded', 'down', 'unknown'],
        ),
        isDiagnostic: true,
      },
      quantity(['feeds_failing', 'Feeds failing', 'upstreams', 'pulse'], {
        convert: countFailing,
        isDiagnostic: true,
      }),
    ],
  },
]
