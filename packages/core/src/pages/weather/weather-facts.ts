import type { Endpoint, EndpointCall } from '#declare/endpoint'
import { readLiveValues } from '#pages/live-values'
import { type Reading, SERIES, type SeriesId } from '#store/repositories/readings'
import { withStoreFallback } from '#store/store-failure'
import { days } from '#time'

/** The time spans of the plots. */
export const SPANS = ['24h', '7d'] as const

export type Span = (typeof SPANS)[number]

/** Everything the page of the space weather shows. */
export interface WeatherFacts {
  /** Epoch milliseconds. */
  readonly now: number
  readonly span: Span
  readonly series: Readonly<Record<SeriesId, SeriesFacts>>
  /** Whether the store is unavailable, so that there are no readings to plot. */
  readonly isStoreFailing: boolean
  /** Suffix that marks every source, such as `(sample)`; empty for the real providers. */
  readonly sourceNote: string
}

/** What the page shows of one series. */
export interface SeriesFacts {
  /** The value that the endpoint serves; `null` if it serves none now. */
  readonly current: Reading | null
  /** The newest value known: the current one, else the newest stored; `null` if there is none. */
  readonly latest: Reading | null
  /** Readings of the last 24 hours, oldest first. */
  readonly day: readonly Reading[]
  /** Readings of the span, oldest first. */
  readonly readings: readonly Reading[]
}

/**
 * Collects the facts. Waits at most 1.5 s for upstreams; without the store there are current values alone.
 */
export async function collectWeatherFacts(
  table: readonly Endpoint[],
  call: EndpointCall,
  span: Span,
): Promise<WeatherFacts> {
  const { readings, settings, now } = call.context
  const live = await readLiveValues(table, call)
  let isStoreFailing = false
  const entries = SERIES.map(async (id) => {
    const read = () => (span === '7d' ? readings.lastWeek(id) : readings.lastDay(id))
    const stored = await withStoreFallback(read, () => {
      isStoreFailing = true
      return []
    })
    const current = live.get(id) ?? null
    const day = stored.filter(({ at }) => at > now() - days(1))
    return [id, { current, latest: current ?? stored.at(-1) ?? null, day, readings: stored }] as const
  })
  const series = Object.fromEntries(await Promise.all(entries)) as unknown as WeatherFacts['series']
  return { now: now(), span, series, isStoreFailing, sourceNote: settings.sourceNote }
}
