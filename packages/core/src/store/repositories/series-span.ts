import {
  originsOf,
  SERIES,
  type SeriesColumn,
  type SeriesDay,
  type SeriesId,
  type SeriesRow,
} from '#store/repositories/series-day'
import { days } from '#time'

/** Rows of a series, a step apart. */
export interface SeriesSpan<Id extends SeriesId = SeriesId> {
  /** Instant of the first row, in epoch milliseconds. */
  readonly startMs: number
  readonly stepMs: number
  /** Number of rows. */
  readonly length: number
  /** Values by column, `null` in gaps. */
  readonly columns: Readonly<Record<SeriesColumn<Id>, readonly (number | null)[]>>
  /** Id of the feed of each row, on a mirror its label; `null` for a gap. */
  readonly feeds: readonly (string | null)[]
  /** What measured each row; `null` if unknown. */
  readonly instruments: readonly (string | null)[]
  /**
   * On a mirror: when the oldest of the copies that have the rows was fetched, and until when all of them are
   * valid, in epoch milliseconds; absent where none was needed.
   */
  readonly copied?: { readonly fetchedAt: number; readonly validUntil: number }
}

type CopyTimes = NonNullable<SeriesSpan['copied']>

/** A row with the id of its feed, on a mirror its label. */
export interface StoredRow<Id extends SeriesId = SeriesId> extends SeriesRow<Id> {
  readonly feed: string
}

/** A UTC day of a series that another instance has recorded. */
export interface CopiedDay extends Pick<SeriesDay, 'columns' | 'runs'>, CopyTimes {}

/** What is known of a series. Instants are epoch milliseconds. */
export interface SeriesExtent {
  /** Start of the oldest day that is stored; of the oldest that would be if there is none. */
  readonly firstDay: number
  /** The newest row of the last week, on a mirror to the hour; absent if there is none. */
  readonly newest?: number | undefined
  /** On a mirror: the labels of its feeds, the best first, as the central instance gives them. */
  readonly labels?: readonly string[]
}

/** The series of another instance. Rejects with a Problem for what can be had neither now nor from before. */
export interface SeriesCopies {
  /** Returns the day that begins at `startMs`; `undefined` for a day to come. */
  readonly day: (id: SeriesId, startMs: number, isLenient: boolean) => Promise<CopiedDay | undefined>
  readonly extents: () => Promise<Readonly<Record<SeriesId, SeriesExtent>>>
}

/** What a reader makes do with on a mirror. */
export interface ReadOptions {
  /** Whether copies will do that have expired but are recent: of today, those of the last 15 minutes. */
  readonly isLenient?: boolean
  /** Receives why a day cannot be had, which is then a gap. @default the read rejects */
  readonly onMissingDay?: (reason: unknown) => void
}

/** Returns the starts of the UTC days that have rows of a span, in epoch milliseconds. */
export function dayStartsOf(id: SeriesId, startMs: number, stopMs: number): number[] {
  const { first, length, perDay } = rowsOf(id, startMs, stopMs)
  const from = Math.floor(first / perDay)
  const until = Math.ceil((first + length) / perDay)
  return Array.from({ length: Math.max(0, until - from) }, (_, i) => days(from + i))
}

/** Returns the rows from `startMs` on and before `stopMs`, given the days of `dayStartsOf`. */
export function spanOf<Id extends SeriesId>(
  id: Id,
  startMs: number,
  stopMs: number,
  read: readonly (SeriesDay | CopiedDay | undefined)[],
): SeriesSpan<Id> {
  const { stepMs, columns: names } = SERIES[id]
  const { first, length, perDay } = rowsOf(id, startMs, stopMs)
  const columns = names.map(() => new Array<number | null>(length).fill(null))
  const feeds = new Array<string | null>(length).fill(null)
  const instruments = new Array<string | null>(length).fill(null)
  for (const [i, day] of read.entries()) {
    const offset = (Math.floor(first / perDay) + i) * perDay - first
    for (const [slot, origin] of originsOf(day).entries()) {
      const row = offset + slot
      if (!origin || row < 0 || row >= length) continue
      feeds[row] = origin.feed
      instruments[row] = origin.instrument
      for (const [c, name] of names.entries())
        (columns[c] as (number | null)[])[row] = day?.columns[name]?.[slot] ?? null
    }
  }
  const copied = timesOfAll(read)
  return {
    startMs: first * stepMs,
    stepMs,
    length,
    columns: Object.fromEntries(
      names.map((name, i) => [name, columns[i]]),
    ) as unknown as SeriesSpan<Id>['columns'],
    feeds,
    instruments,
    ...(copied && { copied }),
  }
}

/** The rows of a span, by their number since 1970, and how many a day has. */
function rowsOf(id: SeriesId, startMs: number, stopMs: number) {
  const { stepMs } = SERIES[id]
  const first = Math.ceil(startMs / stepMs)
  return { first, length: Math.max(0, Math.ceil(stopMs / stepMs) - first), perDay: days(1) / stepMs }
}

/** Returns the times of all copies among some days together. */
function timesOfAll(read: readonly (SeriesDay | CopiedDay | undefined)[]): CopyTimes | undefined {
  const copies = read.filter((day) => day !== undefined && 'fetchedAt' in day)
  if (copies.length === 0) return undefined
  return {
    fetchedAt: Math.min(...copies.map(({ fetchedAt }) => fetchedAt)),
    validUntil: Math.min(...copies.map(({ validUntil }) => validUntil)),
  }
}

/** Returns the rows of a span without its gaps. */
export function knownRows<Id extends SeriesId>(span: SeriesSpan<Id>): StoredRow<Id>[] {
  return span.feeds.flatMap((feed, row) => (feed === null ? [] : [rowOf(span, row)]))
}

/** Returns a row of a span that has a feed. */
export function rowOf<Id extends SeriesId>(span: SeriesSpan<Id>, row: number): StoredRow<Id> {
  const columns = Object.entries<readonly (number | null)[]>(span.columns)
  return {
    at: span.startMs + row * span.stepMs,
    values: Object.fromEntries(
      columns.map(([name, values]) => [name, values[row] ?? null]),
    ) as StoredRow<Id>['values'],
    instrument: span.instruments[row] ?? null,
    feed: span.feeds[row] ?? '',
  }
}
