import * as v from 'valibot'
import {
  isDaily,
  SERIES,
  SERIES_IDS,
  type SeriesBody,
  type SeriesId,
} from '#features/space-weather/series/series-declarations'
import { days, FOREVER, hours } from '#kernel/kit/time'
import { partlyChecked, type RecordKind, recordKind } from '#kernel/storage/records/record-kind'
import { DAY, longList, whole } from '#kernel/storage/records/schemas'

/**
 * Time after its end during which a day is still revised, in milliseconds: feeds contain at most 24 hours.
 */
export const REVISED_MS = hours(25)

/** A stored UTC day of a series. */
export interface SeriesDay {
  /** Values by column, one per step from midnight. `null` and missing values at the end are gaps. */
  readonly columns: Readonly<Record<string, readonly (number | null)[]>>
  /** Origins of the rows, as successive runs from midnight. */
  readonly runs: readonly SeriesRun[]
}

/**
 * Successive rows of one origin: feed (`null` for a gap), hour of the fetch, instrument, number of rows, and
 * fetch time of the newest row, in epoch milliseconds; older records lack the last member.
 */
export type SeriesRun = readonly [
  feed: string | null,
  fetchedHour: number,
  instrument: string | null,
  rows: number,
  fetchedAt?: number | undefined,
]

const values = longList<number | null>((value) => value === null || typeof value === 'number')

/**
 * The days of all series, each under `<series>:<day>`, kept for `keepDays` days after the end of the day.
 * Days of daily series are kept permanently.
 */
export function seriesKind(keepDays: number): RecordKind<SeriesDay> {
  return recordKind<SeriesDay>({
    name: 'series',
    id: new RegExp(`(?:${SERIES_IDS.join('|')}):${DAY.source}`),
    schema: partlyChecked(
      v.object({
        columns: v.record(v.string(), values),
        runs: v.array(
          v.tuple([v.nullable(v.string()), whole, v.nullable(v.string()), whole, v.optional(whole)]),
        ),
      }),
    ),
    encode: (day) => day,
    isTrusted: true,
    until: (id) => (isDaily(seriesOf(id)) ? FOREVER : Date.parse(dayOf(id)) + days(1 + keepDays)),
    merge: (stored, added, id) => mergeDays(seriesOf(id), stored, added),
  })
}

const seriesOf = (id: string) => id.split(':')[0] as SeriesId
const dayOf = (id: string) => id.slice(-'2026-11-22'.length)

interface Origin {
  readonly feed: string
  /** Hours since 1970. With a finer unit, nearly every row would be a run of its own. */
  readonly fetchedHour: number
  readonly instrument: string | null
  /** Epoch milliseconds; for the rows of a run, the time of the newest row. */
  readonly fetchedAt: number
}

/**
 * A row of a day: its number counted from midnight, its values in the order of the columns, and its origin.
 */
interface DayRow {
  readonly slot: number
  readonly cells: readonly (number | null)[]
  readonly origin: Origin
}

/**
 * Merges the rows of a response into the day that begins at `startMs`; returns `day` itself if nothing
 * changes.
 *
 * A row is replaced as a whole, so that its values come from one instrument. It is replaced by a row of a
 * better feed, or by a row of the same feed from a later fetch. So the result depends neither on the order of
 * the responses nor on how often each is merged. Of two fetches within an hour, the one merged later wins.
 */
export function mergeIntoDay<Id extends SeriesId>(
  id: Id,
  day: SeriesDay | undefined,
  startMs: number,
  { feed, fetchedAt, rows }: SeriesBody<Id>,
): SeriesDay | undefined {
  const { stepMs, columns } = SERIES[id]
  const fetchedHour = Math.floor(fetchedAt / hours(1))
  const rowsOfDay = rows
    .filter(({ at }) => at >= startMs && at < startMs + days(1))
    .sort((a, b) => a.at - b.at)
    .map(({ at, values, instrument }): DayRow => {
      const given: Readonly<Record<string, number | null | undefined>> = values
      return {
        slot: Math.floor((at - startMs) / stepMs),
        cells: columns.map((name) => given[name] ?? null),
        origin: { feed, fetchedHour, instrument, fetchedAt },
      }
    })
  return mergeRows(id, day, rowsOfDay)
}

/** Merges the rows of another record of a day, as if they had been received. */
function mergeDays(id: SeriesId, day: SeriesDay | undefined, other: SeriesDay): SeriesDay {
  const rows = originsOf(other).flatMap((origin, slot): DayRow[] => {
    const cells = SERIES[id].columns.map((name) => other.columns[name]?.[slot] ?? null)
    return origin ? [{ slot, cells, origin }] : []
  })
  return (day && mergeRows(id, day, rows)) ?? other
}

function mergeRows(id: SeriesId, day: SeriesDay | undefined, rows: readonly DayRow[]): SeriesDay | undefined {
  const names = SERIES[id].columns
  const origins = originsOf(day)
  const columns = names.map((name) => Array.from(day?.columns[name] ?? []))
  let hasChanged = false
  for (const { slot, cells, origin } of rows) {
    const before = origins[slot]
    const order = before ? compareOrigins(id, origin, before) : 1
    if (order < 0) continue
    const isSame = order === 0 && before?.feed === origin.feed && before.instrument === origin.instrument
    if (isSame && cells.every((cell, i) => cell === (columns[i]?.[slot] ?? null))) continue
    hasChanged = true
    origins[slot] = origin
    for (const [i, column] of columns.entries()) {
      while (column.length < slot) column.push(null)
      column[slot] = cells[i] ?? null
    }
  }
  if (!hasChanged) return day
  return {
    columns: Object.fromEntries(names.map((name, i) => [name, columns[i] ?? []])),
    runs: toRuns(origins),
  }
}

/** Returns the origin of each row of a day; `undefined` for a gap. */
function originsOf(day: SeriesDay | undefined): (Origin | undefined)[] {
  const origins: (Origin | undefined)[] = []
  for (const run of day?.runs ?? []) {
    const [feed, fetchedHour, instrument, rows] = run
    const origin = feed === null ? undefined : { feed, fetchedHour, instrument, fetchedAt: fetchedAtOf(run) }
    for (let i = 0; i < rows; i += 1) origins.push(origin)
  }
  return origins
}

/** Returns when a run was fetched; for older records, only the hour is known. */
export function fetchedAtOf([, fetchedHour, , , fetchedAt = hours(fetchedHour)]: SeriesRun): number {
  return fetchedAt
}

/** Returns a negative number if `one` may not replace `other`, and 0 if both have the same feed and hour. */
function compareOrigins(id: SeriesId, one: Origin, other: Origin): number {
  return rankOf(id, other.feed) - rankOf(id, one.feed) || one.fetchedHour - other.fetchedHour
}

/** Returns the rank of a feed; lower is better. */
function rankOf(id: SeriesId, feed: string): number {
  const feeds: readonly string[] = SERIES[id].feeds
  const rank = feeds.indexOf(feed)
  return rank === -1 ? feeds.length : rank
}

/** Returns the runs of rows from the origin of each row. */
export function toRuns(origins: readonly (Origin | undefined)[]): SeriesRun[] {
  const runs: (Origin & { rows: number; fetchedAt: number })[] = []
  const gap = { feed: '', fetchedHour: 0, instrument: null, fetchedAt: 0 }
  // Array.from: a slot that was never set is a hole.
  for (const origin of Array.from(origins, (each) => each ?? gap)) {
    const last = runs.at(-1)
    const isSame =
      last?.feed === origin.feed &&
      last.fetchedHour === origin.fetchedHour &&
      last.instrument === origin.instrument
    if (!last || !isSame) {
      runs.push({ ...origin, rows: 1 })
      continue
    }
    last.rows += 1
    last.fetchedAt = Math.max(last.fetchedAt, origin.fetchedAt)
  }
  return runs.map(({ feed, fetchedHour, instrument, rows, fetchedAt }) =>
    feed === '' ? [null, 0, null, rows] : [feed, fetchedHour, instrument, rows, fetchedAt],
  )
}
