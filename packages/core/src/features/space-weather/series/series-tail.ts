import { MAX_AGE_MS } from '#features/shared/event-stream/event-stream'
import { tryRefresh } from '#features/space-weather/series/refresh'
import type { Series } from '#features/space-weather/series/series'
import type { SeriesId } from '#features/space-weather/series/series-declarations'
import { knownRows, type StoredRow } from '#features/space-weather/series/series-span'
import type { Reader } from '#kernel/endpoint/read-data'
import { days, hours, isWithin, seconds } from '#kernel/kit/time'

/** A client may resume after up to a day, and may take an hour to read the rows. */
const SPAN_MS = days(1) + MAX_AGE_MS
/** Delay before a series is loaded again if its newest value was unavailable. */
const RETRY_MS = seconds(30)

/**
 * The rows recorded in the last day of a series, read once for all streams of a process. The newest value is
 * loaded whenever the previous one expires, as if a client polled its endpoint. On a mirror, the copies of
 * its days are loaded.
 *
 * One stream loads while the others use the previous rows: on Workers, a request cannot wait for another
 * request.
 */
export class SeriesTail {
  readonly #id: SeriesId
  readonly #series: Series
  #rows: readonly StoredRow[] = []
  #readAt = 0
  #nextAt = 0

  constructor(id: SeriesId, series: Series) {
    this.#id = id
    this.#series = series
  }

  /**
   * Returns the rows in ascending time; no rows while the first load is running. Throws as the store does.
   */
  async rows(reader: Reader): Promise<readonly StoredRow[]> {
    const { now, settings } = reader.context
    const startedAt = now()
    if (isWithin(this.#readAt, this.#nextAt, startedAt)) return this.#rows
    // The rows were not requested for a while, so a new stream must not begin with them.
    if (startedAt >= this.#nextAt + RETRY_MS) this.#rows = []
    this.#readAt = startedAt
    this.#nextAt = startedAt + RETRY_MS
    const newestUntil = settings.mirror ? undefined : await tryRefresh(this.#id, reader)
    const readAt = now()
    // An hour after its end, a day changes little: on a mirror, a copy of the last hour is sufficient.
    const settled = Math.floor((readAt - hours(1)) / days(1)) * days(1)
    const [before, span] = await Promise.all([
      this.#series.read(this.#id, Math.min(readAt - SPAN_MS, settled), settled, { isLenient: true }),
      this.#series.read(this.#id, settled, readAt + 1),
    ])
    this.#rows = [...knownRows(before), ...knownRows(span)]
    const validUntil = span.copiedUntil ?? newestUntil
    if (validUntil !== undefined && validUntil > readAt) this.#nextAt = validUntil
    return this.#rows
  }
}

/** The tails of all series, for all streams of an instance. */
export class SeriesTails {
  readonly #series: Series
  readonly #byId = new Map<SeriesId, SeriesTail>()

  constructor(series: Series) {
    this.#series = series
  }

  of(id: SeriesId): SeriesTail {
    const tail = this.#byId.get(id) ?? new SeriesTail(id, this.#series)
    this.#byId.set(id, tail)
    return tail
  }
}
