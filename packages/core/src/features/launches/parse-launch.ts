import type { Launch } from '#features/launches/launch'
import { launchPastAt, parseLaunchStatus, parseNetPrecision } from '#features/launches/terms'
import { days, iso, parseUtc } from '#kernel/kit/time'
import {
  latestPlausible,
  parseInstant,
  parseLink,
  parseNumber,
  parseText,
  type Row,
  toRow,
} from '#kernel/upstreams/parse/fields'
import { readJson } from '#kernel/upstreams/parse/json'
import { memberOf } from '#kernel/upstreams/parse/members'
import { readRows } from '#kernel/upstreams/parse/rows'
import { ShapeError } from '#kernel/upstreams/parse/shape'
import type { ParseListeners } from '#kernel/upstreams/upstream'

/**
 * A launch, with the time from which it counts as past, in epoch milliseconds; `-Infinity` for a final
 * status.
 */
export interface ListedLaunch {
  readonly launch: Launch
  readonly pastAt: number
}

/** Greatest plausible distance of `net` in the future. */
const MAX_PLAN_AHEAD_MS = days(30 * 365)

/** Reads a page of Launch Library and its rows. */
export function readPage(body: string): { readonly page: Row; readonly results: readonly unknown[] } {
  const page = toRow(readJson(body))
  if (!page) throw new ShapeError('not an object')
  return { page, results: memberOf(page, 'results', (value) => (Array.isArray(value) ? value : null)) }
}

/** Parses a page of launches, each once, of version 2.3.0 or the frozen 2.2.0. */
export function parseLaunches(
  body: string,
  now: number,
  { onRows }: ParseListeners = {},
): readonly ListedLaunch[] {
  const { results } = readPage(body)
  return newestOfEach(readRows(results, (each) => parseLaunch(toRow(each) ?? {}, now), { onRows }))
}

/** Parses one launch. */
export function parseSingleLaunch(body: string, now: number): ListedLaunch {
  return parseLaunch(toRow(readJson(body)) ?? {}, now)
}

/** Returns the newest edit of launches, in epoch milliseconds. */
export function newestEdit(launches: readonly ListedLaunch[]): number | null {
  return launches.reduce<number | null>((newest, { launch }) => {
    const updated = parseUtc(launch.last_updated)
    return updated === null ? newest : Math.max(updated, newest ?? 0)
  }, null)
}

/** Returns the last updated record of each launch. */
function newestOfEach(launches: readonly ListedLaunch[]): ListedLaunch[] {
  const latest = new Map<string, ListedLaunch>()
  for (const each of launches) {
    const knownText = latest.get(each.launch.id)
    if (!knownText || updatedAt(each) >= updatedAt(knownText)) latest.set(each.launch.id, each)
  }
  return [...latest.values()]
}

function updatedAt({ launch }: ListedLaunch): number {
  return parseUtc(launch.last_updated) ?? 0
}

/** Returns whether a value is a launch id that is safe in a path. */
export function isLaunchId(value: unknown): boolean {
  return /^[\w-]+$/.test(parseText(value) ?? '')
}

/** Reads a launch. @throws ShapeError without an id, a name or a time. */
function parseLaunch(row: Row, now: number): ListedLaunch {
  const latest = now + MAX_PLAN_AHEAD_MS
  const id = memberOf(row, 'id', (value) => (isLaunchId(value) ? parseText(value) : null))
  const name = memberOf(row, 'name', parseText)
  const net = Date.parse(memberOf(row, 'net', (value) => parseInstant(value, latest)))
  const precision = parseNetPrecision(row['net_precision'])
  const status = parseLaunchStatus(row['status'])
  const window_end = parseInstant(row['window_end'], latest)
  const configuration = toRow(toRow(row['rocket'])?.['configuration'])
  const mission = toRow(row['mission'])
  const launch = {
    id,
    name,
    status,
    net: iso(net),
    net_precision: precision.precision,
    window_start: parseInstant(row['window_start'], latest),
    window_end,
    provider: known(toRow(row['launch_service_provider'])?.['name']),
    vehicle: known(configuration?.['full_name']) ?? known(configuration?.['name']),
    mission: parseText(mission?.['name']),
    mission_type: known(mission?.['type']),
    orbit: known(toRow(mission?.['orbit'])?.['name']),
    pad: parsePad(toRow(row['pad'])),
    probability_percent: parseNumber(row['probability'], 0, 100),
    launch_designator: parseText(row['launch_designator']) ?? parseText(mission?.['launch_designator']),
    last_updated: parseInstant(row['last_updated'], latestPlausible(now)),
    url: parseLink(row['url']) ?? `https://ll.thespacedevs.com/2.3.0/launches/${id}/`,
  }
  return { launch, pastAt: launchPastAt({ status, net, precision, windowEnd: parseUtc(window_end) }) }
}

/**
 * Parses a pad. Coordinates are numbers in 2.3.0 and strings in 2.2.0; the country is an object and a string.
 */
function parsePad(pad: Row | undefined): Launch['pad'] {
  if (!pad) return null
  const location = toRow(pad['location'])
  return {
    name: parseText(pad['name']),
    location: parseText(location?.['name']),
    country_code: parseCountryCode(pad) ?? (location ? parseCountryCode(location) : null),
    latitude_deg: parseNumber(pad['latitude'], -90, 90),
    longitude_deg: parseNumber(pad['longitude'], -180, 180),
  }
}

function parseCountryCode(place: Row): string | null {
  const code = parseText(toRow(place['country'])?.['alpha_3_code']) ?? parseText(place['country_code'])
  return code !== null && /^[A-Z]{3}$/.test(code) ? code : null
}

/** Returns the text; `null` for `Unknown`, which Launch Library writes for unknown values. */
function known(value: unknown): string | null {
  const text = parseText(value)
  return text === 'Unknown' ? null : text
}
