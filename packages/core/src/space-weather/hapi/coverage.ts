import type { EndpointCall } from '#endpoint/endpoint'
import type { Context } from '#kit/context'
import { days, hours, minutes, nextUtcMidnight, seconds } from '#kit/time'
import { feedLabels } from '#space-weather/series/recorded-series'
import type { SeriesExtents, Span } from '#space-weather/series/series-span'
import type { CacheResult, SnapshotKind } from '#storage/cache/snapshot'
import { SERIES, type SeriesId } from '#upstreams/recorded-series'

/** The time that a dataset covers. */
export interface Coverage extends Span {
  /** A day or two that have data; absent where none were recorded in the last week. */
  readonly sample?: Span
  /** Labels of the feeds that record it, the best first. */
  readonly labels: readonly string[]
}

const KEY = 'hapi-coverage'
/** Records of a sample at least. */
const SAMPLE_RECORDS = 16
/** The oldest day changes once a day, or when a gap before it is filled. */
const TTL_MS = minutes(5)
/** On a young store an import may bring a past at any time, as it does on a fresh sample server. */
const YOUNG_TTL_MS = seconds(10)
/** Until when a store is young. */
const YOUNG_MS = days(2)

/**
 * Returns the time that a dataset covers: from its oldest day to the end of today, so that the end changes
 * once a day, and is not before the present of any client.
 */
export async function coverageOf(id: SeriesId, { context, request, now }: EndpointCall): Promise<Coverage> {
  const read: CacheResult<SeriesExtents> = await context.snapshots.read(
    KEY,
    kindOf(context),
    request.waitUntil,
  )
  const { firstDay, newest, labels = feedLabels(id, context.settings.sourceNote) } = read.snapshot.value[id]
  const covered = { startMs: firstDay, stopMs: nextUtcMidnight(now), labels }
  if (newest === undefined) return covered
  // Whole hours that are past, in which no row is added any more.
  const stopMs = Math.floor(newest / hours(1)) * hours(1)
  const startMs = Math.max(covered.startMs, stopMs - Math.max(days(1), SAMPLE_RECORDS * SERIES[id].stepMs))
  return startMs < stopMs ? { ...covered, sample: { startMs, stopMs } } : covered
}

function kindOf({ spaceWeather: { series }, now }: Context): SnapshotKind<SeriesExtents> {
  return {
    ttlMs: TTL_MS,
    async load() {
      const fetchedAt = now()
      const value = await series.extents()
      const ttlMs = isYoung(value, fetchedAt) ? YOUNG_TTL_MS : TTL_MS
      return { value, fetchedAt, validUntil: fetchedAt + ttlMs }
    },
    size: () => 1_000,
  }
}

/** Whether recording has only begun: the feed of the running estimate of Kp has the last six hours only. */
function isYoung({ kp: { firstDay, newest } }: SeriesExtents, now: number): boolean {
  return newest === undefined || now - firstDay < YOUNG_MS
}
