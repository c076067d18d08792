import { days, hours, iso, parseUtc } from '#time'
import { instantOf, linkOf, numberOf, type Row, rowOf, rowsIn, soonAfter, textOf } from '#upstreams/checked'
import { readJson } from '#upstreams/json'
import {
  type LaunchStatus,
  launchStatus,
  type NetPrecision,
  netPrecision,
  overAt,
} from '#upstreams/launch-terms'
import { mismatchIn, type RequiredFields, ShapeMismatch } from '#upstreams/shape'
import { upstream } from '#upstreams/upstream'

interface Launch {
  readonly id: string
  readonly name: string
  readonly status: LaunchStatus
  readonly net: string
  readonly net_precision: NetPrecision | null
  readonly window_start: string | null
  readonly window_end: string | null
  readonly provider: string | null
  readonly vehicle: string | null
  readonly mission: string | null
  readonly mission_type: string | null
  readonly orbit: string | null
  readonly pad: Pad | null
  readonly probability_percent: number | null
  readonly launch_designator: string | null
  readonly last_updated: string | null
  readonly url: string
}

interface Pad {
  readonly name: string | null
  readonly location: string | null
  /** ISO 3166-1 alpha-3. */
  readonly country_code: string | null
  readonly latitude_deg: number | null
  readonly longitude_deg: number | null
}

/** A launch and the instant, in epoch milliseconds, from which it is past; `-Infinity` when it has its outcome. */
export interface UpcomingLaunch {
  readonly launch: Launch
  readonly overAt: number
}

/** Nobody plans a launch for longer ahead. */
const LONGEST_PLAN_MS = days(30 * 365)

/**
 * The launches to come, and those of the last 24 hours, a hundred in all: Launch Library can leave out whose `net` has passed, but
 * not whose window has. Both the 2.3.0 shape and the frozen 2.2.0 one are read.
 */
export const upcomingLaunches = upstream<unknown, readonly UpcomingLaunch[]>({
  id: 'launch-library-upcoming',
  provider: 'launch-library',
  label: 'upcoming launches',
  target: () => '/2.3.0/launches/upcoming/?limit=100&mode=normal',
  probe: undefined,
  parse(body, now) {
    const document = rowOf(readJson(body))
    if (!document) throw new ShapeMismatch('not an object')
    const results = document['results']
    if (!Array.isArray(results)) throw mismatchIn([document], { results: () => false })
    const launches = rowsIn(results).flatMap((row) => read(row, now))
    if (results.length > 0 && launches.length === 0) throw mismatchIn(results, required(now))
    return eachOnce(launches)
  },
  newest: (launches) =>
    launches.reduce<number | null>((newest, { launch }) => {
      const updated = parseUtc(launch.last_updated)
      return updated === null ? newest : Math.max(updated, newest ?? 0)
    }, null),
  cadenceMs: hours(8),
  budgets: () => [{ name: 'launch-library', calls: 15, perMs: hours(1) }],
})

/** Of several records of a launch the one that was updated last. */
function eachOnce(launches: readonly UpcomingLaunch[]): UpcomingLaunch[] {
  const latest = new Map<string, UpcomingLaunch>()
  for (const each of launches) {
    const known = latest.get(each.launch.id)
    if (!known || updatedAt(each) >= updatedAt(known)) latest.set(each.launch.id, each)
  }
  return [...latest.values()]
}

function updatedAt({ launch }: UpcomingLaunch): number {
  return parseUtc(launch.last_updated) ?? 0
}

function required(now: number): RequiredFields {
  const isNet = (value: unknown) => instantOf(value, now + LONGEST_PLAN_MS) !== null
  return { id: isId, name: (value) => textOf(value) !== null, net: isNet }
}

function isId(value: unknown): boolean {
  return /^[\w-]+$/.test(textOf(value) ?? '')
}

function read(row: Row, now: number): UpcomingLaunch[] {
  const id = textOf(row['id'])
  const name = textOf(row['name'])
  const net = parseUtc(row['net'])
  const latest = now + LONGEST_PLAN_MS
  if (id === null || !isId(id) || name === null || net === null || net > latest) return []
  const precision = netPrecision(row['net_precision'])
  const status = launchStatus(row['status'])
  const window_end = instantOf(row['window_end'], latest)
  const configuration = rowOf(rowOf(row['rocket'])?.['configuration'])
  const mission = rowOf(row['mission'])
  const launch = {
    id,
    name,
    status,
    net: iso(net),
    net_precision: precision.precision,
    window_start: instantOf(row['window_start'], latest),
    window_end,
    provider: known(rowOf(row['launch_service_provider'])?.['name']),
    vehicle: known(configuration?.['full_name']) ?? known(configuration?.['name']),
    mission: textOf(mission?.['name']),
    mission_type: known(mission?.['type']),
    orbit: known(rowOf(mission?.['orbit'])?.['name']),
    pad: padOf(rowOf(row['pad'])),
    probability_percent: numberOf(row['probability'], 0, 100),
    launch_designator: textOf(row['launch_designator']) ?? textOf(mission?.['launch_designator']),
    last_updated: instantOf(row['last_updated'], soonAfter(now)),
    url: linkOf(row['url']) ?? `https://ll.thespacedevs.com/2.3.0/launches/${id}/`,
  }
  return [{ launch, overAt: overAt({ status, net, precision, windowEnd: parseUtc(window_end) }) }]
}

/** Latitude and longitude are numbers in 2.3.0 and texts in 2.2.0, the country an object and a text. */
function padOf(pad: Row | undefined): Pad | null {
  if (!pad) return null
  const location = rowOf(pad['location'])
  return {
    name: textOf(pad['name']),
    location: textOf(location?.['name']),
    country_code: countryCode(pad) ?? (location ? countryCode(location) : null),
    latitude_deg: numberOf(pad['latitude'], -90, 90),
    longitude_deg: numberOf(pad['longitude'], -180, 180),
  }
}

function countryCode(place: Row): string | null {
  const code = textOf(rowOf(place['country'])?.['alpha_3_code']) ?? textOf(place['country_code'])
  return code !== null && /^[A-Z]{3}$/.test(code) ? code : null
}

/** Launch Library writes the word `Unknown` where nothing is known. */
function known(value: unknown): string | null {
  const text = textOf(value)
  return text === 'Unknown' ? null : text
}
