import { analysisOf } from '#features/space-weather/events/analysis'
import { goesFlares } from '#features/space-weather/events/goes-flares'
import {
  createSolarEvent,
  parseFlareClass,
  type SolarEvent,
} from '#features/space-weather/events/solar-event'
import { days, hours, seconds, utcDay } from '#kernel/kit/time'
import {
  latestPlausible,
  parseInstant,
  parseInteger,
  parseLink,
  parseNumber,
  parseText,
  type Row,
  toRow,
  toRows,
} from '#kernel/upstreams/parse/fields'
import { readJson } from '#kernel/upstreams/parse/json'
import { memberOf } from '#kernel/upstreams/parse/members'
import { type OnRows, readRows } from '#kernel/upstreams/parse/rows'
import { ShapeError } from '#kernel/upstreams/parse/shape'
import { upstream } from '#kernel/upstreams/upstream'

type SolarEvents = readonly SolarEvent[]

/** None of the three feeds has a newest instant: while the Sun is quiet, old events are not late. */
const common = {
  provider: 'donki',
  probeParams: undefined,
  newestAt: () => null,
  cadenceMs: hours(4),
  timeoutMs: seconds(90),
} as const

/** Coronal mass ejections of the last eight days. */
export const coronalMassEjections = upstream<unknown, SolarEvents>({
  ...common,
  id: 'donki-cme',
  label: 'coronal mass ejections',
  target: (_, at) => donkiTarget('CME', at),
  parse: (body, now, { onRows } = {}) =>
    parseEvents({ body, now, onRows }, { id: 'activityID', time: 'startTime' }, ({ id, at, row }) =>
      createSolarEvent(id, 'cme', at, {
        ...commonFields(row),
        ...analysisOf(row['cmeAnalyses'], now),
      }),
    ),
})

/** Flares of the last eight days; the fallback has those that GOES detected. */
export const flares = upstream<unknown, SolarEvents>({
  ...common,
  id: 'donki-flr',
  label: 'solar flares',
  target: (_, at) => donkiTarget('FLR', at),
  parse: (body, now, { onRows } = {}) =>
    parseEvents({ body, now, onRows }, { id: 'flrID', time: 'beginTime', isRare: true }, ({ id, at, row }) =>
      createSolarEvent(id, 'flare', at, {
        ...commonFields(row),
        peak_time: parseInstant(row['peakTime'], latestPlausible(now)),
        end_time: parseInstant(row['endTime'], latestPlausible(now)),
        flare_class: parseFlareClass(row['classType']),
      }),
    ),
  fallback: goesFlares,
})

/** Particle events of the last eight days. Model forecasts among them are left out. */
export const solarEnergeticParticles = upstream<unknown, SolarEvents>({
  ...common,
  id: 'donki-sep',
  label: 'solar energetic particles',
  target: (_, at) => donkiTarget('SEP', at),
  parse: (body, now, { onRows } = {}) =>
    parseEvents({ body, now, onRows }, { id: 'sepID', time: 'eventTime', isRare: true }, ({ id, at, row }) =>
      createSolarEvent(id, 'sep', at, commonFields(row)),
    ).flatMap(observedOnly),
})

/** Returns the query for seven days and one of overlap, because events are entered hours late. */
function donkiTarget(kind: 'CME' | 'FLR' | 'SEP', at: number): string {
  return `/DONKI/WS/get/${kind}?startDate=${utcDay(at - days(8))}&endDate=${utcDay(at)}`
}

/** Names of the fields that an event needs; they differ by kind. */
interface RequiredEventFields {
  readonly id: string
  readonly time: string
  /**
   * Whether a week may have no such event: DONKI then returns an empty body. Every week has coronal mass
   * ejections.
   */
  readonly isRare?: boolean
}

interface Entry {
  readonly id: string
  readonly at: string
  readonly row: Row
}

/** A body, the time of the request (epoch milliseconds), and the counter of its rows. */
interface EventsBody {
  readonly body: string
  readonly now: number
  readonly onRows: OnRows | undefined
}

/** Parses the latest version of each event. */
function parseEvents(
  { body, now, onRows }: EventsBody,
  { id, time, isRare }: RequiredEventFields,
  read: (entry: Entry) => SolarEvent,
): SolarEvent[] {
  if (body.trim() === '' && isRare) return []
  const document = readJson(body)
  if (!Array.isArray(document)) throw new ShapeError('not an array of events')
  const toEntry = (each: unknown): Entry => {
    const row = toRow(each) ?? {}
    const at = (value: unknown) => parseInstant(value, latestPlausible(now))
    return { id: memberOf(row, id, parseText), at: memberOf(row, time, at), row }
  }
  const latest = new Map<string, Entry>()
  for (const entry of readRows(document, toEntry, { onRows })) {
    const known = latest.get(entry.id)
    if (!known || versionNumber(entry.row) >= versionNumber(known.row)) latest.set(entry.id, entry)
  }
  return [...latest.values()].map(read)
}

function versionNumber(row: Row): number {
  return parseNumber(row['versionId'], 0, 1e9) ?? 0
}

/** Parses the fields that all kinds have. An active region is NOAA's number plus 10000. */
function commonFields(row: Row) {
  return {
    source_location: parseText(row['sourceLocation']),
    active_region: parseInteger(row['activeRegionNum'], 1, 99_999),
    linked_event_ids: collectTexts(row['linkedEvents'], 'activityID'),
    instruments: collectTexts(row['instruments'], 'displayName'),
    url: parseLink(row['link']),
  }
}

function collectTexts(list: unknown, name: string): string[] {
  return toRows(list).flatMap((row) => parseText(row[name]) ?? [])
}

function observedOnly(event: SolarEvent): SolarEvent[] {
  const instruments = event.instruments.filter((name) => !/^MODEL:/i.test(name))
  const isForecast = instruments.length === 0 && event.instruments.length > 0
  return isForecast ? [] : [{ ...event, instruments }]
}
