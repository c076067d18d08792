import { days, hours, seconds, utcDay } from '#time'
import {
  instantOf,
  integerOf,
  linkOf,
  numberOf,
  type Row,
  rowsIn,
  soonAfter,
  textOf,
} from '#upstreams/checked'
import { leadingEdge } from '#upstreams/donki-analysis'
import { readJson } from '#upstreams/json'
import { mismatchIn, ShapeMismatch } from '#upstreams/shape'
import { flareClassIn, type SolarEvent, solarEvent } from '#upstreams/solar-event'
import { goesFlares } from '#upstreams/swpc-flares'
import { upstream } from '#upstreams/upstream'

type SolarEvents = readonly SolarEvent[]

/** A quiet Sun is no late feed, so none of the three carries a newest instant. */
const common = {
  provider: 'donki',
  probe: undefined,
  newest: () => null,
  cadenceMs: hours(4),
  deadlineMs: seconds(90),
} as const

export const coronalMassEjections = upstream<unknown, SolarEvents>({
  ...common,
  id: 'donki-cme',
  label: 'coronal mass ejections',
  target: (_, at) => target('CME', at),
  parse: (body, now) =>
    eventsIn(body, now, { id: 'activityID', time: 'startTime' }, ({ id, at, row }) =>
      solarEvent(id, 'cme', at, { ...shared(row), ...leadingEdge(row['cmeAnalyses'], now) }),
    ),
})

export const flares = upstream<unknown, SolarEvents>({
  ...common,
  id: 'donki-flr',
  label: 'solar flares',
  target: (_, at) => target('FLR', at),
  parse: (body, now) =>
    eventsIn(body, now, { id: 'flrID', time: 'beginTime', isRare: true }, ({ id, at, row }) =>
      solarEvent(id, 'flare', at, {
        ...shared(row),
        peak_time: instantOf(row['peakTime'], soonAfter(now)),
        end_time: instantOf(row['endTime'], soonAfter(now)),
        flare_class: flareClassIn(row['classType']),
      }),
    ),
  fallback: goesFlares,
})

/** Observed particle events; the forecasts of models among them are left out. */
export const solarEnergeticParticles = upstream<unknown, SolarEvents>({
  ...common,
  id: 'donki-sep',
  label: 'solar energetic particles',
  target: (_, at) => target('SEP', at),
  parse: (body, now) =>
    eventsIn(body, now, { id: 'sepID', time: 'eventTime', isRare: true }, ({ id, at, row }) =>
      solarEvent(id, 'sep', at, shared(row)),
    ).flatMap(observed),
})

/** Seven days and one of overlap, because events are entered hours late. */
function target(kind: 'CME' | 'FLR' | 'SEP', at: number): string {
  return `/DONKI/WS/get/${kind}?startDate=${utcDay(at - days(8))}&endDate=${utcDay(at)}`
}

/** How a kind of event calls what it cannot do without. */
interface Fields {
  readonly id: string
  readonly time: string
  /** Whether there may be none in a week; there is no week without a coronal mass ejection. */
  readonly isRare?: boolean
}

interface Entry {
  readonly id: string
  readonly at: string
  readonly row: Row
}

/** One event per id, of its latest version; an empty body is how DONKI may say that there was none, if its kind is rare. */
function eventsIn(
  body: string,
  now: number,
  fields: Fields,
  read: (entry: Entry) => SolarEvent,
): SolarEvent[] {
  if (body.trim() === '' && fields.isRare) return []
  const document = readJson(body)
  if (!Array.isArray(document)) throw new ShapeMismatch('not an array of events')
  const latest = new Map<string, Entry>()
  for (const row of rowsIn(document)) {
    const id = textOf(idIn(row))
    const at = instantOf(timeIn(row), soonAfter(now))
    if (id === null || at === null) continue
    const known = latest.get(id)
    if (!known || version(row) >= version(known.row)) latest.set(id, { id, at, row })
  }
  if (document.length > 0 && latest.size === 0) throw unusable(document, fields)
  return [...latest.values()].map(read)
}

function idIn(row: Row): unknown {
  return row['activityID'] ?? row['flrID'] ?? row['sepID']
}

function timeIn(row: Row): unknown {
  return row['startTime'] ?? row['beginTime'] ?? row['eventTime']
}

function unusable(document: readonly unknown[], { id, time }: Fields): ShapeMismatch {
  const rows = rowsIn(document).map((row) => ({ [id]: idIn(row), [time]: timeIn(row) }))
  return mismatchIn(rows, { [id]: (value) => textOf(value) !== null, [time]: () => false })
}

function version(row: Row): number {
  return numberOf(row['versionId'], 0, 1e9) ?? 0
}

/** What DONKI says alike of every kind; an active region is NOAA's number plus 10000. */
function shared(row: Row) {
  return {
    source_location: textOf(row['sourceLocation']),
    active_region: integerOf(row['activeRegionNum'], 1, 99_999),
    linked_event_ids: texts(row['linkedEvents'], 'activityID'),
    instruments: texts(row['instruments'], 'displayName'),
    url: linkOf(row['link']),
  }
}

function texts(list: unknown, name: string): string[] {
  return rowsIn(list).flatMap((row) => textOf(row[name]) ?? [])
}

function observed(event: SolarEvent): SolarEvent[] {
  const instruments = event.instruments.filter((name) => !/^MODEL:/i.test(name))
  const isForecast = instruments.length === 0 && event.instruments.length > 0
  return isForecast ? [] : [{ ...event, instruments }]
}
