import { Problem } from '@space-data/core'
import { formatOmmCsv, formatSatcat } from '@space-data/sample'
import * as v from 'valibot'
import { launchYearElementSets } from '../../packages/core/src/catalogue/celestrak/element-sets.ts'
import { fetchSatcat } from '../../packages/core/src/catalogue/celestrak/satcat.ts'
import { findSatcatEntry } from '../../packages/core/src/catalogue/satcat/satcat.ts'
import type { Endpoint } from '../../packages/core/src/endpoint/endpoint.ts'
import type { Context } from '../../packages/core/src/kit/context.ts'
import { ignoreWaitUntil } from '../../packages/core/src/storage/cache/snapshot.ts'
import { cme, flare, sep } from '../fixtures/donki.ts'
import { gfzKp } from '../fixtures/gfz.ts'
import { astronaut, launch, page } from '../fixtures/launches.ts'
import {
  dailySolar,
  discussion,
  drap,
  electronRow,
  flareRow,
  fluxRow,
  forecastRow,
  kpRow,
  magRow,
  notice,
  outlook27,
  ovation,
  probabilityRow,
  propagated,
  protonRow,
  regionRow,
  scales,
  stampOf,
  threeDayForecast,
  threeHourRow,
  windRow,
  wwv,
  xrayRow,
} from '../fixtures/swpc.ts'
import { endpoints } from '../support/table.ts'

/** A feed with a small whole document of its own shape, and how the interface comes to ask it. */
export interface FeedCase {
  readonly id: string
  /** What is in the address of the feed, and of no other. */
  readonly at: string
  /** The endpoint that it serves; `undefined` for the launch years and SATCAT, which the nightly job asks. */
  readonly path?: string
  readonly params?: Readonly<Record<string, unknown>>
  /** Whether hardly any fault leaves a document that is used, as in a grid. */
  readonly isStrict?: true
  /** A good document of the instant `now`, in epoch milliseconds. */
  readonly body: (now: number) => string
}

const MINUTE = 60_000
const HALF_DAY = 720 * MINUTE
const stamp = (now: number, minutesAgo: number) =>
  new Date(now - minutesAgo * MINUTE).toISOString().slice(0, 19)
const rows = (row: (time: string) => unknown) => (now: number) =>
  JSON.stringify([row(`${stamp(now, 2)}Z`), row(`${stamp(now, 1)}Z`)])

const warning = (now: number, serial: number, minutesAgo: number) =>
  notice(`WARK05-${serial}`, now - minutesAgo * MINUTE, [
    'WARNING: Geomagnetic K-index of 5 expected',
    `Valid From: ${stampOf(now - minutesAgo * MINUTE).stamp}`,
    `Valid To: ${stampOf(now + HALF_DAY).stamp}`,
    'NOAA Scale: G1 - Minor',
  ])

const KP = '/v1/space-weather/kp'
const KP_FORECAST = '/v1/space-weather/kp/forecast'
const WIND = '/v1/space-weather/wind'
const MAG = '/v1/space-weather/mag'
const XRAY = '/v1/space-weather/xray'
const PROTON = '/v1/space-weather/proton'
const ELECTRONS = '/v1/space-weather/electrons'
const FLUX = '/v1/space-weather/flux'
const EVENTS = '/v1/events/recent'

const propagatedTable = (now: number) =>
  JSON.stringify(
    propagated(
      [stamp(now, 2), 321.9, 2.58, 64_325, 0.47, 2.4, 3.13, 3.97, -321, 1, 2, stamp(now, 2)],
      [
        stamp(now, 1),
        '322.9',
        '2.58',
        '64325',
        '0.47',
        '2.4',
        '3.13',
        '3.97',
        '-322',
        '1',
        '2',
        stamp(now, 1),
      ],
    ),
  )

const elements = (now: number, NORAD_CAT_ID: number) =>
  ({
    OBJECT_NAME: `OBJECT ${NORAD_CAT_ID}`,
    OBJECT_ID: '1998-067A',
    EPOCH: `${stamp(now, 90)}.872384`,
    MEAN_MOTION: 15.49359774,
    ECCENTRICITY: 0.00072161,
    INCLINATION: 51.6321,
    RA_OF_ASC_NODE: 53.3065,
    ARG_OF_PERICENTER: 17.1615,
    MEAN_ANOMALY: 342.9616,
    EPHEMERIS_TYPE: 0,
    CLASSIFICATION_TYPE: 'U',
    NORAD_CAT_ID,
    ELEMENT_SET_NO: 999,
    REV_AT_EPOCH: 57_948,
    BSTAR: 0.00007969016,
    MEAN_MOTION_DOT: 0.00003997,
    MEAN_MOTION_DDOT: 0,
  }) as const

/** A launch of which little is known, so that faults hit what is needed. */
const bareLaunch = (changes: object) => {
  const { id, name, status } = launch()
  return { id, name, status, ...changes }
}

const csv = (now: number) => formatOmmCsv([elements(now, 25_544), elements(now, 48_274)])

export const feedCases: readonly FeedCase[] = [
  { id: 'swpc-kp-1m', at: 'planetary_k_index_1m', path: KP, body: rows((t) => kpRow(t, 2.33)) },
  {
    id: 'swpc-kp-3h',
    at: 'noaa-planetary-k-index.json',
    path: KP,
    // Windows that ended two minutes ago and one.
    body: (now) => rows((t) => threeHourRow(t, 2.33))(now - 180 * MINUTE),
  },
  {
    id: 'swpc-kp-forecast',
    at: '3-day-forecast',
    path: KP_FORECAST,
    body: (now) => threeDayForecast(Math.floor((now - 30 * MINUTE) / HALF_DAY) * HALF_DAY + 30 * MINUTE),
  },
  {
    id: 'swpc-kp-forecast-3h',
    at: 'noaa-planetary-k-index-forecast',
    path: KP_FORECAST,
    body: (now) => {
      const start = Math.floor(now / (180 * MINUTE)) * 180 * MINUTE
      return JSON.stringify([
        forecastRow(stamp(start, 180), 2.33, 'observed'),
        forecastRow(stamp(start, -180), 5, 'predicted', 'G1'),
        forecastRow(stamp(start, -360), 3.67, 'predicted'),
      ])
    },
  },
  {
    id: 'gfz-kp',
    at: '/app/json/',
    path: '/v1/space-weather/kp/gfz',
    body: (now) => {
      const windowMs = 180 * MINUTE
      const start = Math.floor(now / windowMs) * windowMs
      return gfzKp([
        [start - 2 * windowMs, 2.333, 'def'],
        [start - windowMs, 3, 'pre'],
        [start, null, 'pre'],
      ])
    },
  },
  { id: 'swpc-wind-1m', at: 'rtsw_wind_1m', path: WIND, body: rows((t) => windRow(t)) },
  { id: 'swpc-wind-propagated', at: 'propagated-solar-wind', path: WIND, body: propagatedTable },
  {
    id: 'swpc-wind-summary',
    at: 'solar-wind-speed',
    path: WIND,
    body: (now) => JSON.stringify([{ proton_speed: 412, time_tag: stamp(now, 1) }]),
  },
  { id: 'swpc-mag-1m', at: 'rtsw_mag_1m', path: MAG, body: rows((t) => magRow(t)) },
  { id: 'swpc-mag-propagated', at: 'propagated-solar-wind', path: MAG, body: propagatedTable },
  {
    id: 'swpc-mag-summary',
    at: 'solar-wind-mag-field',
    path: MAG,
    body: (now) => JSON.stringify([{ bt: 6, bz_gsm: -4, time_tag: stamp(now, 1) }]),
  },
  {
    id: 'swpc-xray-primary',
    at: 'primary/xrays-6-hour',
    path: XRAY,
    body: rows((t) => xrayRow(t, 1e-6)),
  },
  {
    id: 'swpc-xray-secondary',
    at: 'secondary/xrays-6-hour',
    path: XRAY,
    body: rows((t) => xrayRow(t, 1e-6)),
  },
  {
    id: 'swpc-proton-primary',
    at: 'primary/integral-protons',
    path: PROTON,
    body: rows((t) => protonRow(t, 1.5)),
  },
  {
    id: 'swpc-proton-secondary',
    at: 'secondary/integral-protons',
    path: PROTON,
    body: rows((t) => protonRow(t, 1.5)),
  },
  {
    id: 'swpc-electrons-primary',
    at: 'primary/integral-electrons',
    path: ELECTRONS,
    body: rows((t) => electronRow(t, 634.5)),
  },
  {
    id: 'swpc-electrons-secondary',
    at: 'secondary/integral-electrons',
    path: ELECTRONS,
    body: rows((t) => electronRow(t, 634.5)),
  },
  {
    id: 'swpc-flux',
    at: 'f107_cm_flux',
    path: FLUX,
    body: (now) =>
      JSON.stringify([
        fluxRow(stamp(now, 1), 203),
        fluxRow(stamp(now, 180), 197, 'Morning'),
        fluxRow(stamp(now, 1_441), 195),
      ]),
  },
  {
    id: 'swpc-flux-summary',
    at: 'summary/10cm-flux',
    path: FLUX,
    body: (now) => JSON.stringify([{ flux: 203, time_tag: stamp(now, 1) }]),
  },
  {
    id: 'swpc-sunspots',
    at: 'daily-solar-indices',
    path: '/v1/space-weather/sunspots',
    isStrict: true,
    body: (now) => dailySolar(now - MINUTE),
  },
  {
    id: 'swpc-wwv',
    at: 'text/wwv',
    path: '/v1/space-weather/a-index',
    isStrict: true,
    body: (now) => wwv(now - MINUTE),
  },
  {
    id: 'swpc-ovation',
    at: 'ovation_aurora_latest',
    path: '/v1/space-weather/aurora/grid',
    isStrict: true,
    body: (now) => JSON.stringify(ovation(now - MINUTE)),
  },
  {
    id: 'swpc-drap',
    at: 'drap_global_frequencies',
    path: '/v1/space-weather/absorption/grid',
    isStrict: true,
    body: (now) => drap(now - MINUTE),
  },
  {
    id: 'swpc-scales',
    at: 'noaa-scales',
    path: '/v1/space-weather/scales',
    isStrict: true,
    body: (now) => JSON.stringify(scales(Math.floor(now / MINUTE) * MINUTE)),
  },
  {
    id: 'swpc-probabilities',
    at: 'solar_probabilities',
    path: '/v1/space-weather/probabilities',
    body: (now) =>
      JSON.stringify(
        [0, 1, 2].map((ago) => probabilityRow(`${stamp(now, ago * 1_440).slice(0, 10)}T00:00:00`)),
      ),
  },
  {
    id: 'swpc-regions',
    at: 'solar_regions',
    path: '/v1/space-weather/regions',
    isStrict: true,
    body: (now) => JSON.stringify([0, 1].map((ago) => regionRow(stamp(now, ago * 1_440).slice(0, 10)))),
  },
  {
    id: 'swpc-27-day-outlook',
    at: '27-day-outlook',
    path: '/v1/space-weather/outlook',
    isStrict: true,
    body: (now) => outlook27(Math.floor(now / MINUTE) * MINUTE - MINUTE),
  },
  {
    id: 'swpc-alerts',
    at: '/products/alerts.json',
    path: '/v1/space-weather/notices',
    isStrict: true,
    body: (now) => JSON.stringify([warning(now, 2252, 60), warning(now, 2251, 90)]),
  },
  {
    id: 'swpc-discussion',
    at: '/text/discussion.txt',
    path: '/v1/space-weather/discussion',
    body: (now) => discussion(Math.floor((now - 30 * MINUTE) / HALF_DAY) * HALF_DAY + 30 * MINUTE),
  },
  {
    id: 'launch-library-upcoming',
    at: '/launches/upcoming/',
    path: '/v1/launches/upcoming',
    body: (now) =>
      JSON.stringify(page(launch({ net: `${stamp(now, -9_000)}Z`, last_updated: `${stamp(now, 300)}Z` }))),
  },
  {
    id: 'launch-library-previous',
    at: '/launches/previous/',
    path: '/v1/launches/previous',
    body: (now) =>
      JSON.stringify(page(bareLaunch({ net: `${stamp(now, 900)}Z`, last_updated: `${stamp(now, 300)}Z` }))),
  },
  {
    id: 'launch-library-launch',
    at: '/launches/a5872822',
    path: '/v1/launches/{launch_id}',
    params: { launch_id: 'a5872822-76df-404b-93d0-9ecd7ba80a70' },
    body: (now) =>
      JSON.stringify(bareLaunch({ net: `${stamp(now, -9_000)}Z`, last_updated: `${stamp(now, 300)}Z` })),
  },
  {
    id: 'launch-library-people',
    at: '/astronauts/',
    path: '/v1/people',
    isStrict: true,
    body: (now) => {
      const begin = `${stamp(now, 90_000)}Z`
      return JSON.stringify(page(astronaut(1, begin), astronaut(2, begin), astronaut(3, begin)))
    },
  },
  {
    id: 'donki-cme',
    at: '/CME?',
    path: EVENTS,
    body: (now) => JSON.stringify([cme({ startTime: `${stamp(now, 600)}Z` })]),
  },
  {
    id: 'donki-flr',
    at: '/FLR?',
    path: EVENTS,
    body: (now) =>
      JSON.stringify([flare({ beginTime: `${stamp(now, 600)}Z`, peakTime: `${stamp(now, 590)}Z` })]),
  },
  {
    id: 'swpc-flares-7d',
    at: 'xray-flares-7-day',
    path: EVENTS,
    body: (now) =>
      JSON.stringify([
        flareRow({ begin_time: `${stamp(now, 600)}Z`, max_time: `${stamp(now, 590)}Z`, end_time: 'Unk' }),
      ]),
  },
  {
    id: 'donki-sep',
    at: '/SEP?',
    path: EVENTS,
    body: (now) => JSON.stringify([sep(['GOES-P: SEISS'], { eventTime: `${stamp(now, 600)}Z` })]),
  },
  {
    id: 'celestrak-object',
    at: 'CATNR=25544',
    path: '/v1/objects/{norad_id}',
    params: { norad_id: 25_544 },
    body: (now) => JSON.stringify([elements(now, 25_544)]),
  },
  {
    id: 'celestrak-group',
    at: 'GROUP=stations',
    path: '/v1/tle/{group}',
    params: { group: 'stations' },
    body: csv,
  },
  { id: 'celestrak-launch-year', at: 'INTDES=1998', body: csv },
  {
    id: 'celestrak-satcat',
    at: '/pub/satcat.csv',
    body: (now) => formatSatcat([elements(now, 25_544), elements(now, 48_274)]),
  },
]

/** Longer than every validity, budget, pause and breaker, so that the next question goes upstream. */
export const LONG = 8 * 24 * 3_600_000

/** A `fetch` where one feed answers, and all others fail. */
export function onlyFeed(feed: FeedCase, answer: () => Response | Promise<Response>): typeof fetch {
  return async (input) => (String(input).includes(feed.at) ? answer() : new Response('', { status: 500 }))
}

/**
 * What an endpoint gave: the text of a good answer, or the status of a Problem; anything else is a fault of
 * ours.
 */
export async function asked(feed: FeedCase, context: Context): Promise<{ status: number; text: string }> {
  try {
    if (feed.id === 'celestrak-satcat') {
      const { columns } = await fetchSatcat(context)
      return { status: 200, text: JSON.stringify(findSatcatEntry(columns, 25_544) ?? {}) }
    }
    if (feed.path === undefined) {
      const { pulled } = await launchYearElementSets(1998, context)
      return { status: 200, text: JSON.stringify([...pulled.value.byNoradId.values()]) }
    }
    const ask = { method: 'GET', target: feed.path, header: () => null, waitUntil: ignoreWaitUntil }
    const reply = await endpointOf(feed).respond({
      params: feed.params ?? {},
      request: ask,
      context,
      now: context.now(),
    })
    if (!('snapshot' in reply)) throw new TypeError('no snapshot')
    return { status: 200, text: new TextDecoder().decode(reply.snapshot.value.body) }
  } catch (error) {
    if (error instanceof Problem && error.status >= 502) return { status: error.status, text: '' }
    throw error
  }
}

/** All that the store holds of answers and element sets. */
export async function storedOf({ store }: Context): Promise<string> {
  const keys = (await store.keys('snapshot:')).sort()
  return JSON.stringify(await Promise.all(keys.map(async (key) => [key, await store.get(key)])))
}

function endpointOf({ path }: FeedCase): Endpoint {
  const endpoint = endpoints.find((each) => each.path === path)
  if (!endpoint) throw new Error(`no endpoint ${path}`)
  return endpoint
}

/**
 * What a 200 may say: its published schema and bounds, and no instant that cannot have been. Throws
 * otherwise.
 */
export function assertSound(feed: FeedCase, text: string, now: number): void {
  if (feed.path === '/v1/tle/{group}') {
    assertThreeLines(text)
    return
  }
  const body = JSON.parse(text)
  if (feed.path !== undefined) {
    const schema = endpointOf(feed).success.content['application/json']
    if (!schema) throw new Error(`${feed.path} publishes no schema`)
    v.parse(schema, body)
  }
  assertTimes(body, now)
}

const HAPPENED = new Set([
  'as_of',
  'issued_at',
  'start_time',
  'peak_time',
  'end_time',
  'last_updated',
  'fetched_at',
])
const AHEAD: Readonly<Record<string, number>> = {
  epoch: 30,
  arrival_time: 30,
  net: 10_950,
  window_end: 10_950,
}

function assertTimes(value: unknown, now: number): void {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error('a number without an end')
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    const isElements = 'epoch' in value
    const days = AHEAD[name] ?? (HAPPENED.has(name) ? (isElements ? 30 : 1 / 24) : undefined)
    if (typeof member === 'string' && days !== undefined && Date.parse(member) > now + days * 86_400_000) {
      throw new Error(`${name} is ${member}`)
    }
    assertTimes(member, now)
  }
}

function assertThreeLines(text: string): void {
  const lines = text.split('\n')
  if (lines.pop() !== '' || lines.length % 3 !== 0 || lines.length === 0)
    throw new Error('not three lines each')
  for (const [i, line] of lines.entries()) {
    if (i % 3 === 0) continue
    const digits = line.slice(0, 68).replaceAll('-', '1').replace(/\D/g, '')
    const sum = [...digits].reduce((total, digit) => total + Number(digit), 0) % 10
    if (line.length !== 69 || line[68] !== String(sum)) throw new Error(`not a line of a TLE: ${line}`)
    if (/NaN|Infinity|undefined|null/.test(line)) throw new Error(`a line of no numbers: ${line}`)
  }
}
