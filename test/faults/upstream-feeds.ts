import { Problem } from '@space-data/core'
import { formatOmmCsv, formatSatcat } from '@space-data/sample'
import * as v from 'valibot'
import { launchYearElementSets } from '../../packages/core/src/features/objects/celestrak/element-sets.ts'
import { fetchSatcat } from '../../packages/core/src/features/objects/celestrak/satcat.ts'
import { findSatcatEntry } from '../../packages/core/src/features/objects/satcat/satcat.ts'
import type { Endpoint } from '../../packages/core/src/kernel/endpoint/endpoint.ts'
import { ignoreWaitUntil } from '../../packages/core/src/kernel/storage/cache/snapshot.ts'
import { analysis, cme, enlil, flare, sep } from '../fixtures/donki.ts'
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
import type { InstanceContext } from '../support/context.ts'
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
const ago = (now: number, minutes: number) => `${stamp(now, minutes)}Z`
const day = (now: number, daysAgo: number) => stamp(now, daysAgo * 1_440).slice(0, 10)
const rows = (row: (time: string) => unknown) => (now: number) =>
  JSON.stringify([row(ago(now, 2)), row(ago(now, 1))])

const warning = (now: number, serial: number, minutesAgo: number) =>
  notice(`WARK05-${serial}`, now - minutesAgo * MINUTE, [
    'WARNING: Geomagnetic K-index of 5 expected',
    `Valid From: ${stampOf(now - minutesAgo * MINUTE).stamp}`,
    `Valid To: ${stampOf(now + HALF_DAY).stamp}`,
    'NOAA Scale: G1 - Minor',
  ])

const propagatedTable = (now: number) => {
  const row = [321.9, 2.58, 64_325, 0.47, 2.4, 3.13, 3.97, -321, 1, 2]
  return JSON.stringify(
    propagated([stamp(now, 2), ...row, stamp(now, 2)], [stamp(now, 1), ...row.map(String), stamp(now, 1)]),
  )
}

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
const bareLaunch = (now: number, netMinutesAgo: number) => {
  const { id, name, status } = launch()
  return { id, name, status, ...datesOf(now, netMinutesAgo) }
}
const datesOf = (now: number, netMinutesAgo: number) => ({
  net: ago(now, netMinutesAgo),
  last_updated: ago(now, 300),
})

const csv = (now: number) => formatOmmCsv([elements(now, 25_544), elements(now, 48_274)])
const json = (document: (now: number) => unknown) => (now: number) => JSON.stringify(document(now))
/** The last instant of twelve hours and a half at which a bulletin was issued. */
const issue = (now: number) => Math.floor((now - 30 * MINUTE) / HALF_DAY) * HALF_DAY + 30 * MINUTE
const wholeMinute = (now: number) => Math.floor(now / MINUTE) * MINUTE
const WINDOW = 180 * MINUTE
const windowOf = (now: number) => Math.floor(now / WINDOW) * WINDOW

/** Id, part of the address, and the endpoint where there is one. */
const ADDRESSES = `
swpc-kp-1m               planetary_k_index_1m            /v1/space-weather/kp
swpc-kp-3h               noaa-planetary-k-index.json     /v1/space-weather/kp
swpc-kp-forecast         3-day-forecast                  /v1/space-weather/kp/forecast
swpc-kp-forecast-3h      noaa-planetary-k-index-forecast /v1/space-weather/kp/forecast
gfz-kp                   /app/json/                      /v1/space-weather/kp/gfz
swpc-wind-1m             rtsw_wind_1m                    /v1/space-weather/wind
swpc-wind-propagated     propagated-solar-wind           /v1/space-weather/wind
swpc-wind-summary        solar-wind-speed                /v1/space-weather/wind
swpc-mag-1m              rtsw_mag_1m                     /v1/space-weather/mag
swpc-mag-propagated      propagated-solar-wind           /v1/space-weather/mag
swpc-mag-summary         solar-wind-mag-field            /v1/space-weather/mag
swpc-xray-primary        primary/xrays-6-hour            /v1/space-weather/xray
swpc-xray-secondary      secondary/xrays-6-hour          /v1/space-weather/xray
swpc-proton-primary      primary/integral-protons        /v1/space-weather/proton
swpc-proton-secondary    secondary/integral-protons      /v1/space-weather/proton
swpc-electrons-primary   primary/integral-electrons      /v1/space-weather/electrons
swpc-electrons-secondary secondary/integral-electrons    /v1/space-weather/electrons
swpc-flux                f107_cm_flux                    /v1/space-weather/flux
swpc-flux-summary        summary/10cm-flux               /v1/space-weather/flux
swpc-sunspots            daily-solar-indices             /v1/space-weather/sunspots
swpc-wwv                 text/wwv                        /v1/space-weather/a-index
swpc-ovation             ovation_aurora_latest           /v1/space-weather/aurora/grid
swpc-drap                drap_global_frequencies         /v1/space-weather/absorption/grid
swpc-scales              noaa-scales                     /v1/space-weather/scales
swpc-probabilities       solar_probabilities             /v1/space-weather/probabilities
swpc-regions             solar_regions                   /v1/space-weather/regions
swpc-27-day-outlook      27-day-outlook                  /v1/space-weather/outlook
swpc-alerts              /products/alerts.json           /v1/space-weather/notices
swpc-discussion          /text/discussion.txt            /v1/space-weather/discussion
launch-library-upcoming  /launches/upcoming/             /v1/launches/upcoming
launch-library-previous  /launches/previous/             /v1/launches/previous
launch-library-launch    /launches/a5872822              /v1/launches/{launch_id}
launch-library-people    /astronauts/                    /v1/people
donki-cme                /CME?                           /v1/events/recent
donki-flr                /FLR?                           /v1/events/recent
swpc-flares-7d           xray-flares-7-day               /v1/events/recent
donki-sep                /SEP?                           /v1/events/recent
celestrak-object         CATNR=25544                     /v1/objects/{norad_id}
celestrak-group          GROUP=stations                  /v1/tle/{group}
celestrak-launch-year    INTDES=1998
celestrak-satcat         /pub/satcat.csv`

const STRICT = new Set(
  ['sunspots', 'wwv', 'ovation', 'drap', 'scales', 'regions', '27-day-outlook', 'alerts']
    .map((name) => `swpc-${name}`)
    .concat('launch-library-people'),
)

const PARAMS: Readonly<Record<string, FeedCase['params']>> = {
  'launch-library-launch': { launch_id: 'a5872822-76df-404b-93d0-9ecd7ba80a70' },
  'celestrak-object': { norad_id: 25_544 },
  'celestrak-group': { group: 'stations' },
}

const predicted = analysis({ enlilList: [enlil(), enlil()] })
const xrays = rows((t) => xrayRow(t, 1e-6))
const protons = rows((t) => protonRow(t, 1.5))
const electrons = rows((t) => electronRow(t, 634.5))

const BODIES: Readonly<Record<string, FeedCase['body']>> = {
  'swpc-kp-1m': rows((t) => kpRow(t, 2.33)),
  // Windows that ended two minutes ago and one.
  'swpc-kp-3h': (now) => rows((t) => threeHourRow(t, 2.33))(now - WINDOW),
  'swpc-kp-forecast': (now) => threeDayForecast(issue(now)),
  'swpc-kp-forecast-3h': json((now) => [
    forecastRow(stamp(windowOf(now), 180), 2.33, 'observed'),
    forecastRow(stamp(windowOf(now), -180), 5, 'predicted', 'G1'),
    forecastRow(stamp(windowOf(now), -360), 3.67, 'predicted'),
  ]),
  'gfz-kp': (now) =>
    gfzKp([
      [windowOf(now) - 2 * WINDOW, 2.333, 'def'],
      [windowOf(now) - WINDOW, 3, 'pre'],
      [windowOf(now), null, 'pre'],
    ]),
  'swpc-wind-1m': rows((t) => windRow(t)),
  'swpc-wind-propagated': propagatedTable,
  'swpc-wind-summary': json((now) => [{ proton_speed: 412, time_tag: stamp(now, 1) }]),
  'swpc-mag-1m': rows((t) => magRow(t)),
  'swpc-mag-propagated': propagatedTable,
  'swpc-mag-summary': json((now) => [{ bt: 6, bz_gsm: -4, time_tag: stamp(now, 1) }]),
  'swpc-xray-primary': xrays,
  'swpc-xray-secondary': xrays,
  'swpc-proton-primary': protons,
  'swpc-proton-secondary': protons,
  'swpc-electrons-primary': electrons,
  'swpc-electrons-secondary': electrons,
  'swpc-flux': json((now) => [
    fluxRow(stamp(now, 1), 203),
    fluxRow(stamp(now, 180), 197, 'Morning'),
    fluxRow(stamp(now, 1_441), 195),
  ]),
  'swpc-flux-summary': json((now) => [{ flux: 203, time_tag: stamp(now, 1) }]),
  'swpc-sunspots': (now) => dailySolar(now - MINUTE),
  'swpc-wwv': (now) => wwv(now - MINUTE),
  'swpc-ovation': json((now) => ovation(now - MINUTE)),
  'swpc-drap': (now) => drap(now - MINUTE),
  'swpc-scales': json((now) => scales(wholeMinute(now))),
  'swpc-probabilities': json((now) => [0, 1, 2].map((ago) => probabilityRow(`${day(now, ago)}T00:00:00`))),
  'swpc-regions': json((now) => [0, 1].map((ago) => regionRow(day(now, ago)))),
  'swpc-27-day-outlook': (now) => outlook27(wholeMinute(now) - MINUTE),
  'swpc-alerts': json((now) => [warning(now, 2252, 60), warning(now, 2251, 90)]),
  'swpc-discussion': (now) => discussion(issue(now)),
  'launch-library-upcoming': json((now) => page(launch(datesOf(now, -9_000)))),
  'launch-library-previous': json((now) => page(bareLaunch(now, 900))),
  'launch-library-launch': json((now) => bareLaunch(now, -9_000)),
  'launch-library-people': json((now) => page(...[1, 2, 3].map((id) => astronaut(id, ago(now, 90_000))))),
  'donki-cme': json((now) => [cme({ startTime: ago(now, 600), cmeAnalyses: [predicted, analysis()] })]),
  'donki-flr': json((now) => [flare({ beginTime: ago(now, 600), peakTime: ago(now, 590) })]),
  'swpc-flares-7d': json((now) => [
    flareRow({ begin_time: ago(now, 600), max_time: ago(now, 590), end_time: 'Unk' }),
  ]),
  'donki-sep': json((now) => [sep(['GOES-P: SEISS'], { eventTime: ago(now, 600) })]),
  'celestrak-object': json((now) => [elements(now, 25_544)]),
  'celestrak-group': csv,
  'celestrak-launch-year': csv,
  'celestrak-satcat': (now) => formatSatcat([elements(now, 25_544), elements(now, 48_274)]),
}

export const feedCases: readonly FeedCase[] = ADDRESSES.trim()
  .split('\n')
  .map((line) => {
    const [id = '', at = '', path] = line.split(/ +/)
    const body = BODIES[id]
    if (!body) throw new Error(`${id} has no document`)
    return {
      ...{ id, at, body },
      ...(path !== undefined && { path }),
      ...(PARAMS[id] && { params: PARAMS[id] }),
      ...(STRICT.has(id) && { isStrict: true }),
    }
  })

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
export async function asked(
  feed: FeedCase,
  context: InstanceContext,
): Promise<{ status: number; text: string }> {
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
export async function storedOf({ store }: InstanceContext): Promise<string> {
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
