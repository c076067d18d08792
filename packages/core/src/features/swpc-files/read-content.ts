import { kpForecastEndpoint } from '#features/space-weather/kp/kp-forecast'
import { threeHourlyKIndex } from '#features/space-weather/kp/swpc-kp'
import {
  feedLabels,
  OPEN_TTL_MS,
  provenanceOf,
  sourceLabelOf,
} from '#features/space-weather/series/recorded-series'
import { refresh } from '#features/space-weather/series/refresh'
import type { SeriesId } from '#features/space-weather/series/series-declarations'
import { knownRows } from '#features/space-weather/series/series-span'
import type { SwpcContext } from '#features/swpc-files/context'
import type { KpWindow, SeriesFile, SwpcContent } from '#features/swpc-files/swpc-file'
import { read } from '#kernel/endpoint/read-data'
import { Problem } from '#kernel/kit/problem'
import { days, hours } from '#kernel/kit/time'
import { ignoreWaitUntil, type SnapshotKind } from '#kernel/storage/cache/snapshot'
import { pull } from '#kernel/upstreams/client/pull'

/** Content of a file, with its source and its times in epoch milliseconds. */
interface ReadContent extends SwpcContent {
  readonly source: string
  readonly fetchedAt: number
  readonly validUntil: number
}

/**
 * Reads the content of a file: recorded rows and, on an instance that records, the newest rows from the
 * endpoint of the newest value, as for a client.
 *
 * @throws Problem if nothing is recorded and the feed fails, or if there is no forecast
 */
export async function readContent(
  { id, spanMs, isOfWholeDays, hasForecast }: SeriesFile,
  context: SwpcContext,
): Promise<ReadContent> {
  const failure = await fetchNewest(id, context)
  const now = context.now()
  const startMs = isOfWholeDays ? Math.floor(now / days(1)) * days(1) - spanMs : now - spanMs
  const span = await context.spaceWeather.series.read(id, startMs, now + 1, { isLenient: true })
  const rows = knownRows(span)
  if (rows.length === 0 && failure) throw failure
  const forecast = hasForecast ? await readForecast(context) : []
  const note = context.settings.sourceNote
  const source = sourceLabelOf(provenanceOf(id, span, note), feedLabels(id, note)[0])
  const fetchedAt = span.fetchedAt ?? now
  return { rows, forecast, now, source, fetchedAt, validUntil: now + OPEN_TTL_MS }
}

/** The three-hour index is requested once an hour, as by the recorder. */
const threeHourly: SnapshotKind<true> = {
  ttlMs: hours(1),
  load: () => Promise.reject(new Problem('upstream_unavailable')),
  size: () => 100,
}

/**
 * Loads the newest rows, and returns the reason if they are unavailable. A mirror reads its copies of the
 * series.
 */
async function fetchNewest(id: SeriesId, context: SwpcContext): Promise<Problem | undefined> {
  if (context.settings.mirror) return undefined
  try {
    if (id === 'kp_3h') {
      const load = async () => {
        const { fetchedAt } = await pull(threeHourlyKIndex, undefined, context)
        return { value: true as const, fetchedAt }
      }
      await context.snapshots.read('compat:kp_3h', { ...threeHourly, load }, ignoreWaitUntil)
    } else {
      await refresh(id, { context })
    }
    return undefined
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

/** @throws Problem */
async function readForecast(context: SwpcContext): Promise<KpWindow[]> {
  const { data } = await read(kpForecastEndpoint, { context })
  return data.forecast.map(({ start, kp, g_scale }) => ({ at: Date.parse(start), kp, scale: g_scale }))
}
