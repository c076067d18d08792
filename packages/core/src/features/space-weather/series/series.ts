import { LRUCache } from 'lru-cache'
import {
  mergeIntoDay,
  REVISED_MS,
  type SeriesDay,
  seriesKind,
} from '#features/space-weather/series/series-day'
import {
  isDaily,
  SERIES,
  SERIES_IDS,
  type SeriesBody,
  type SeriesId,
} from '#features/space-weather/series/series-declarations'
import {
  type CopiedDay,
  type DayOfSpan,
  dayStartsOf,
  emptySpan,
  fillDay,
  gridOf,
  type ReadOptions,
  rowOf,
  type SeriesCopies,
  type SeriesExtents,
  type SeriesSpan,
  type StoredRow,
} from '#features/space-weather/series/series-span'
import { endOfTurn } from '#kernel/kit/end-of-turn'
import { days, hours, utcDay } from '#kernel/kit/time'
import { Records } from '#kernel/storage/records/records'
import type { Store } from '#kernel/storage/store'

/** Storage options of the series. */
export interface SeriesOptions {
  readonly store: Store
  readonly originsId: string
  readonly now: () => number
  /** Number of days for which a day is stored after its end. Days of daily series are stored permanently. */
  readonly keepDays: number
  readonly onError: (error: unknown) => void
  /** On a mirror: the series of the central instance, which are read instead of stored series. */
  readonly copies?: SeriesCopies
}

/**
 * Number of parsed days in memory, about 50 kB each, and their lifetime: a 7-day product may still fill a
 * gap.
 */
const CACHED = { max: 100, ttl: hours(1), ttlResolution: 0 }
/** Number of days read concurrently: on a mirror, copies may have to be fetched. */
const DAYS_AHEAD = 4

/**
 * The space weather series, with one record per series and UTC day, shared through the store.
 *
 * Two processes that write a day at once may overwrite each other's rows. No row is lost permanently: the
 * feeds repeat hours of history, so the next responses contain it again.
 */
export class Series {
  readonly #options: SeriesOptions
  /** The days, each under `<series>:<day>`. */
  readonly records: Records<SeriesDay>
  readonly #closedDays: LRUCache<string, SeriesDay>
  /** The last write of each series: writes of one process are sequential. */
  readonly #writes = new Map<SeriesId, Promise<void>>()

  constructor(options: SeriesOptions) {
    this.#options = options
    this.records = new Records(seriesKind(options.keepDays), options, options.originsId)
    this.#closedDays = new LRUCache({ ...CACHED, perf: { now: options.now } })
  }

  /** Returns the series of a different set of origins in the same store. */
  ofOrigins(originsId: string): Series {
    return new Series({ ...this.#options, originsId })
  }

  /** Returns the read-only series of another instance. */
  fromCopies(copies: SeriesCopies): Series {
    return new Series({ ...this.#options, copies })
  }

  /**
   * Returns the rows from `startMs` to before `stopMs`, including gaps. Throws as the store does, or as the
   * copies do.
   */
  async read<Id extends SeriesId>(
    id: Id,
    startMs: number,
    stopMs: number,
    options: ReadOptions = {},
  ): Promise<SeriesSpan<Id>> {
    const span = emptySpan(id, startMs, stopMs)
    for await (const [dayMs, day] of this.#readDays(id, startMs, stopMs, options)) fillDay(span, dayMs, day)
    return span
  }

  /**
   * Yields the rows that `read` returns, day by day, and yields to the event loop between days. Throws as
   * `read` does.
   */
  async *readByDay<Id extends SeriesId>(
    id: Id,
    startMs: number,
    stopMs: number,
  ): AsyncGenerator<DayOfSpan<Id>> {
    for await (const [dayMs, day] of this.#readDays(id, startMs, stopMs, { inTurns: true })) {
      const endMs = dayMs + days(1)
      const span = emptySpan(id, Math.max(startMs, dayMs), Math.min(stopMs, endMs))
      fillDay(span, dayMs, day)
      yield startMs <= dayMs && endMs <= stopMs ? { ...span, whole: day?.columns } : span
    }
  }

  /** Returns the extent of each series. Throws as the store does, or as the copies do. */
  async extents(): Promise<SeriesExtents> {
    const { copies, keepDays } = this.#options
    if (copies) return copies.extents()
    const ids = await this.records.ids()
    const now = this.#options.now()
    const today = Math.floor(now / days(1)) * days(1)
    const entries = SERIES_IDS.map(async (id) => {
      const oldestKept = isDaily(id) ? 0 : today - days(keepDays)
      const first = ids.find((each) => each.startsWith(`${id}:`) && each >= `${id}:${utcDay(oldestKept)}`)
      const firstDay = first === undefined ? oldestKept || today : Date.parse(first.slice(id.length + 1))
      return [id, { firstDay, newest: (await this.lastAtOrBefore(id, now, days(7)))?.at }] as const
    })
    return Object.fromEntries(await Promise.all(entries)) as SeriesExtents
  }

  /**
   * Returns the newest row at or before `atMs` that is at most `maxAgeMs` older, or `undefined` if there is
   * none. Throws as the store does.
   */
  async lastAtOrBefore<Id extends SeriesId>(
    id: Id,
    atMs: number,
    maxAgeMs: number,
  ): Promise<StoredRow<Id> | undefined> {
    // Reads day by day, as the first day nearly always has the row.
    for (let stop = atMs + 1; stop > atMs - maxAgeMs; ) {
      const dayStart = Math.floor((stop - 1) / days(1)) * days(1)
      const span = await this.read(id, Math.max(dayStart, atMs - maxAgeMs), stop)
      const row = span.feeds.findLastIndex((feed) => feed !== null)
      if (row !== -1) return rowOf(span, row)
      stop = dayStart
    }
    return undefined
  }

  /**
   * Merges the rows of a response, with at most one write per day. Never rejects: a failing store is
   * reported.
   */
  record<Id extends SeriesId>(id: Id, body: SeriesBody<Id>): Promise<void> {
    const write = (this.#writes.get(id) ?? Promise.resolve())
      .then(() => this.#merge(id, body))
      .catch(this.#options.onError)
    this.#writes.set(id, write)
    return write
  }

  async #merge<Id extends SeriesId>(id: Id, body: SeriesBody<Id>): Promise<void> {
    const starts = new Set(body.rows.map(({ at }) => Math.floor(at / days(1)) * days(1)))
    const updates = [...starts].map(async (start) => {
      const day = dayId(id, start)
      await this.records.update(day, (stored) => mergeIntoDay(id, stored, start, body))
      this.#closedDays.delete(day)
    })
    await Promise.all(updates)
  }

  /** Yields the days of a span with their starts. */
  async *#readDays(
    id: SeriesId,
    startMs: number,
    stopMs: number,
    options: ReadOptions,
  ): AsyncGenerator<readonly [dayMs: number, day: SeriesDay | CopiedDay | undefined]> {
    const starts = dayStartsOf(gridOf({ startMs, stopMs }, SERIES[id].stepMs))
    const reads: Promise<SeriesDay | CopiedDay | undefined>[] = []
    for (const [i, dayMs] of starts.entries()) {
      if (i > 0 && options.inTurns) await endOfTurn()
      for (const ahead of starts.slice(reads.length, i + DAYS_AHEAD)) {
        const read = this.#readDay(id, ahead, options)
        // A failure is thrown when the reader reaches the day.
        read.catch(() => {})
        reads.push(read)
      }
      yield [dayMs, await reads[i]]
    }
  }

  #readDay(
    id: SeriesId,
    startMs: number,
    { isLenient = false, onMissingDay }: ReadOptions,
  ): Promise<SeriesDay | CopiedDay | undefined> {
    const { copies } = this.#options
    if (!copies) return this.#readStored(id, startMs)
    const copy = copies.day(id, startMs, isLenient)
    return onMissingDay ? copy.catch((error) => void onMissingDay(error)) : copy
  }

  async #readStored(id: SeriesId, startMs: number): Promise<SeriesDay | undefined> {
    const key = dayId(id, startMs)
    const cached = this.#closedDays.get(key)
    if (cached) return cached
    const isClosed = startMs + days(1) + REVISED_MS <= this.#options.now()
    const day = await this.records.read(key)
    // A day with one value is quick to read, and would evict a longer day.
    if (day && isClosed && !isDaily(id)) this.#closedDays.set(key, day)
    return day
  }
}

/** Returns the id of the record of the day that begins at `startMs`. */
function dayId(id: SeriesId, startMs: number): string {
  return `${id}:${utcDay(startMs)}`
}
