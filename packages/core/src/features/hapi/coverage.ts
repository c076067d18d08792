import type { SpaceWeatherContext } from '#features/space-weather/context'
import { feedLabels } from '#features/space-weather/series/recorded-series'
import { SERIES, type SeriesId } from '#features/space-weather/series/series-declarations'
import type { SeriesExtents, Span } from '#features/space-weather/series/series-span'
import type { EndpointCall } from '#kernel/endpoint/endpoint'
import { days, hours, minutes, nextUtcMidnight, seconds } from '#kernel/kit/time'
import type { CacheResult, SnapshotKind } from '#kernel/storage/cache/snapshot'

/** The time that a dataset covers. */
export interface Coverage extends Span {
  /** One or two days that have data; absent if none were recorded in the last week. */
  readonly sample?: Span
  /** Labels of the feeds that record the dataset, the best first. */
  readonly labels: readonly string[]
}

const KEY = 'hapi-coverage'
/** Minimum number of records in a sample. */
const SAMPLE_RECORDS = 16
/** The oldest day changes once a day, or when a gap before it is filled. */
const TTL_MS = minutes(5)
/** On a new store, an import may add history at any time, as on a new sample server. */
const YOUNG_TTL_MS = seconds(10)
/** Time for which a store counts as new. */
const YOUNG_MS = days(2)

/**
 * Returns the time that a dataset covers: from its oldest day to the end of today. So the end changes only
 * once a day, and is never in the past for a client.
 */
export async function coverageOf(
  id: SeriesId,
  { context, request, now }: EndpointCall<SpaceWeatherContext>,
): Promise<Coverage> {
  const read: CacheResult<SeriesExtents> = await context.snapshots.read(
    KEY,
    kindOf(context),
    request.waitUntil,
  )
  const { firstDay, newest, labels = feedLabels(id, context.settings.sourceNote) } = read.snapshot.value[id]
  const covered = { startMs: firstDay, stopMs: nextUtcMidnight(now), labels }
  if (newest === undefined) return covered
  // Only hours that have ended, to which no row is added any more.
  const stopMs = Math.floor(newest / hours(1)) * hours(1)
  const startMs = Math.max(covered.startMs, stopMs - Math.max(days(1), SAMPLE_RECORDS * SERIES[id].stepMs))
  return startMs < stopMs ? { ...covered, sample: { startMs, stopMs } } : covered
}

function kindOf({ spaceWeather: { series }, now }: SpaceWeatherContext): SnapshotKind<SeriesExtents> {
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

/**
 * Returns whether recording has only just begun: the feed of the running estimate of Kp has only the last six
 * hours.
 */
function isYoung({ kp: { firstDay, newest } }: SeriesExtents, now: number): boolean {
  return newest === undefined || now - firstDay < YOUNG_MS
}
