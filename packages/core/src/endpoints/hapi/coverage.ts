import type { CacheResult, SnapshotKind } from '#cache/snapshots'
import type { Context } from '#context'
import type { EndpointCall } from '#declare/endpoint'
import { SERIES, type SeriesId } from '#store/repositories/series-day'
import { days, hours, minutes, nextUtcMidnight } from '#time'

/** A half-open span of time, in epoch milliseconds. */
export interface Span {
  readonly startMs: number
  readonly stopMs: number
}

/** The time that a dataset covers. */
export interface Coverage extends Span {
  /** A day or two that have data; absent where none were recorded in the last week. */
  readonly sample?: Span
}

/** Epoch milliseconds by series: the oldest stored day, and the newest row of the last week. */
interface Ends {
  readonly firstDays: Readonly<Record<SeriesId, number>>
  readonly newest: Readonly<Partial<Record<SeriesId, number>>>
}

const IDS = Object.keys(SERIES) as SeriesId[]
const KEY = 'hapi-coverage'
/** Records of a sample at least. */
const SAMPLE_RECORDS = 16
/** The oldest day changes once a day, or when a gap before it is filled. */
const TTL_MS = minutes(5)

/**
 * Returns the time that a dataset covers: from its oldest day to the end of today, so that the end changes
 * once a day, and is not before the present of any client.
 */
export async function coverageOf(id: SeriesId, { context, request, now }: EndpointCall): Promise<Coverage> {
  const read: CacheResult<Ends> = await context.snapshots.read(KEY, kindOf(context), request.waitUntil)
  const { firstDays, newest } = read.snapshot.value
  const covered = { startMs: firstDays[id], stopMs: nextUtcMidnight(now) }
  const last = newest[id]
  if (last === undefined) return covered
  // Whole hours that are past, in which no row is added any more.
  const stopMs = Math.floor(last / hours(1)) * hours(1)
  const startMs = Math.max(covered.startMs, stopMs - Math.max(days(1), SAMPLE_RECORDS * SERIES[id].stepMs))
  return startMs < stopMs ? { ...covered, sample: { startMs, stopMs } } : covered
}

function kindOf({ series, now }: Context): SnapshotKind<Ends> {
  return {
    ttlMs: TTL_MS,
    async load() {
      const fetchedAt = now()
      const [firstDays, ...rows] = await Promise.all([
        series.firstDays(),
        ...IDS.map((id) => series.lastAtOrBefore(id, fetchedAt, days(7))),
      ])
      const newest = Object.fromEntries(IDS.map((id, i) => [id, rows[i]?.at]))
      return { value: { firstDays, newest }, fetchedAt }
    },
    size: () => 1_000,
  }
}
