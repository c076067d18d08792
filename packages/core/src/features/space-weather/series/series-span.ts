import { fetchedAtOf, type SeriesDay } from '#features/space-weather/series/series-day'
import {
  isDaily,
  SERIES,
  type SeriesColumn,
  type SeriesId,
  type SeriesRow,
} from '#features/space-weather/series/series-declarations'
import { days } from '#kernel/kit/time'

/** A half-open span of time, in epoch milliseconds. */
export interface Span {
  readonly startMs: number
  readonly stopMs: number
}

/** Times of rows at a fixed step. */
export interface Grid {
  /** Time of the first row, in epoch milliseconds. */
  readonly startMs: number
  readonly stepMs: number
  /** Number of rows. */
  readonly length: number
}

/** Rows of a series at a fixed step. */
export interface SeriesSpan<Id extends SeriesId = SeriesId> extends Grid {
  /** Values by column, `null` in gaps. */
  readonly columns: Readonly<Record<SeriesColumn<Id>, readonly (number | null)[]>>
  /** Id of the feed of each row, or its label on a mirror; `null` for a gap. */
  readonly feeds: readonly (string | null)[]
  /** Instrument of each row; `null` if unknown. */
  readonly instruments: readonly (string | null)[]
  /** Fetch time of the newest row, in epoch milliseconds; absent without rows. */
  readonly fetchedAt?: number
  /** On a mirror: time until which all copies that were read are valid, in epoch milliseconds. */
  readonly copiedUntil?: number
}

/** The rows of a span within one UTC day. */
export interface DayOfSpan<Id extends SeriesId = SeriesId> extends SeriesSpan<Id> {
  /**
   * The stored columns if the span has the complete day. The object stays the same while the day is
   * unchanged, so it can be the key of a cache for results computed from the day.
   */
  readonly whole?: SeriesDay['columns'] | undefined
}

/** A row with the id of its feed, or its label on a mirror. */
export interface StoredRow<Id extends SeriesId = SeriesId> extends SeriesRow<Id> {
  readonly feed: string
  /** Fetch time of the newest row read with it, in epoch milliseconds. */
  readonly fetchedAt: number
}

/** A UTC day of a series that another instance has recorded. */
export interface CopiedDay extends SeriesDay {
  /** Epoch milliseconds. */
  readonly validUntil: number
}

/** Extent of a series. Instants are epoch milliseconds. */
export interface SeriesExtent {
  /** Start of the oldest stored day or, if none is stored, of the oldest day that would be kept. */
  readonly firstDay: number
  /** Time of the newest row of the last week, on a mirror to the hour; absent if there is none. */
  readonly newest?: number | undefined
  /** On a mirror: the labels of its feeds, the best first, as the central instance gives them. */
  readonly labels?: readonly string[]
}

/** Extent of each series. */
export type SeriesExtents = Readonly<Record<SeriesId, SeriesExtent>>

/** The series of another instance. Rejects with a Problem if data are neither available now nor cached. */
export interface SeriesCopies {
  /** Returns the day that begins at `startMs`; `undefined` for a future day. */
  readonly day: (id: SeriesId, startMs: number, isLenient: boolean) => Promise<CopiedDay | undefined>
  readonly extents: () => Promise<SeriesExtents>
}

/** How a span is read. */
export interface ReadOptions {
  /** Whether to yield to the event loop between days, for spans whose length a client chooses. */
  readonly inTurns?: boolean
  /**
   * On a mirror: whether recently expired copies are acceptable; for today, copies of the last 15 minutes.
   */
  readonly isLenient?: boolean
  /**
   * On a mirror: receives the reason if a day is unavailable; the day is then a gap. @default the read
   * rejects
   */
  readonly onMissingDay?: (reason: unknown) => void
}

/** Returns the rows that begin in a span, at multiples of a step since 1970. */
export function gridOf({ startMs, stopMs }: Span, stepMs: number): Grid {
  const first = Math.ceil(startMs / stepMs)
  return { startMs: first * stepMs, stepMs, length: Math.max(0, Math.ceil(stopMs / stepMs) - first) }
}

/** Returns the starts of the UTC days in a span, in epoch milliseconds. */
export function dayStartsOf({ startMs, stepMs, length }: Grid): number[] {
  const from = Math.floor(startMs / days(1))
  const until = Math.ceil((startMs + length * stepMs) / days(1))
  return Array.from({ length: until - from }, (_, i) => days(from + i))
}

/**
 * Returns the part of a series that a mirror requests at once: a UTC day, or for a daily series a UTC month.
 */
export function requestedPart(id: SeriesId, dayMs: number): Span {
  if (!isDaily(id)) return { startMs: dayMs, stopMs: dayMs + days(1) }
  const date = new Date(dayMs)
  const monthAt = (later: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later)
  return { startMs: monthAt(0), stopMs: monthAt(1) }
}

/** A span whose days are filled in one by one. */
interface OpenSpan<Id extends SeriesId> extends SeriesSpan<Id> {
  readonly columns: Readonly<Record<SeriesColumn<Id>, (number | null)[]>>
  readonly feeds: (string | null)[]
  readonly instruments: (string | null)[]
  fetchedAt?: number
  copiedUntil?: number
}

/** Returns the rows from `startMs` to before `stopMs` as gaps, to be filled by `fillDay`. */
export function emptySpan<Id extends SeriesId>(id: Id, startMs: number, stopMs: number): OpenSpan<Id> {
  const grid = gridOf({ startMs, stopMs }, SERIES[id].stepMs)
  const gaps = <T>() => new Array<T | null>(grid.length).fill(null)
  const columns = SERIES[id].columns.map((name) => [name, gaps<number>()])
  return {
    ...grid,
    columns: Object.fromEntries(columns) as OpenSpan<Id>['columns'],
    feeds: gaps<string>(),
    instruments: gaps<string>(),
  }
}

/** Fills the rows of a span within the day that begins at `dayMs`. */
export function fillDay(
  span: OpenSpan<SeriesId>,
  dayMs: number,
  day: SeriesDay | CopiedDay | undefined,
): void {
  if (!day) return
  const offset = (dayMs - span.startMs) / span.stepMs
  let slot = 0
  for (const run of day.runs) {
    const [feed, , instrument, rows] = run
    const [from, until] = [Math.max(0, offset + slot), Math.min(span.length, offset + slot + rows)]
    slot += rows
    if (feed === null || from >= until) continue
    span.fetchedAt = Math.max(span.fetchedAt ?? 0, fetchedAtOf(run))
    span.feeds.fill(feed, from, until)
    span.instruments.fill(instrument, from, until)
    for (const [name, values] of Object.entries<(number | null)[]>(span.columns)) {
      const ofDay = day.columns[name]
      for (let row = from; row < until; row += 1) values[row] = ofDay?.[row - offset] ?? null
    }
  }
  if ('validUntil' in day) span.copiedUntil = Math.min(span.copiedUntil ?? Infinity, day.validUntil)
}

/** Returns the rows of a span without its gaps. */
export function knownRows<Id extends SeriesId>(span: SeriesSpan<Id>): StoredRow<Id>[] {
  const known: StoredRow<Id>[] = []
  for (const [row, feed] of span.feeds.entries()) if (feed !== null) known.push(rowOf(span, row))
  return known
}

/** Returns a row of a span that has a feed. */
export function rowOf<Id extends SeriesId>(span: SeriesSpan<Id>, row: number): StoredRow<Id> {
  const { columns } = span
  const values = {} as Record<SeriesColumn<Id>, number | null>
  for (const name of Object.keys(columns) as SeriesColumn<Id>[]) values[name] = columns[name][row] ?? null
  return {
    at: span.startMs + row * span.stepMs,
    values: values as StoredRow<Id>['values'],
    instrument: span.instruments[row] ?? null,
    feed: span.feeds[row] ?? '',
    fetchedAt: span.fetchedAt ?? 0,
  }
}
