import { hours, minutes, seconds } from '#kit/time'
import { type Measurement, type ParseRows, parseNewest } from '#space-weather/swpc/rows'
import type { SeriesId } from '#upstreams/recorded-series'
import { type Measured, measured } from '#upstreams/upstream'

/**
 * An instrument at L1 whose data SWPC publishes in three products: real-time, propagated to Earth, and a
 * summary.
 */
export interface RtswInstrument<T extends { readonly at: number }> {
  /** Prefix of the three feed ids. */
  readonly id: string
  /** What it measures, such as `solar wind`. */
  readonly label: string
  readonly file: string
  readonly summaryLabel: string
  readonly summaryFile: string
  readonly seriesId: SeriesId
  /** Parses rows of the real-time product and the summary. */
  readonly observed: Measurement<T>
  /** Parses rows of the propagated product, which has other field names. */
  readonly propagated: Measurement<T>
}

/** The real-time files hold a day of every spacecraft, 2.8 MB in 2026, and grow with their number. */
const MAX_BYTES = 8 * 1024 * 1024

/** How far the active spacecraft may be behind another one before the other is used. */
const MAX_SILENCE_MS = minutes(10)

/**
 * Declares the feed of an instrument at L1: the last day of all spacecraft by minute. Fallbacks are the last
 * hour as propagated to Earth (stamped with the time of the observation at L1), then the summary; neither
 * names the spacecraft.
 */
export function rtswFeed<T extends { readonly at: number }>(instrument: RtswInstrument<T>): Measured<T> {
  const { id, label, observed, seriesId } = instrument
  const common = {
    provider: 'swpc',
    probeParams: undefined,
    newestAt: ({ at }: T) => at,
    cadenceMs: seconds(200),
    maxAgeMs: hours(3),
    seriesId,
  } as const
  const summary = measured<T>({
    ...common,
    id: `${id}-summary`,
    label: `${instrument.summaryLabel} (summary)`,
    target: () => `/products/summary/${instrument.summaryFile}`,
    parse: (body, now, onHistory) => parseNewest(body, now, observed, onHistory),
  })
  const propagated = measured<T>({
    ...common,
    id: `${id}-propagated`,
    label: `propagated ${label} (1 hour)`,
    target: () => '/products/geospace/propagated-solar-wind-1-hour.json',
    parse: (body, now, onHistory) => parseNewest(body, now, instrument.propagated, onHistory),
    fallback: summary,
  })
  const required = { overall_quality: (value: unknown) => value === 0, ...observed.required }
  return measured<T>({
    ...common,
    id: `${id}-1m`,
    label: `real-time ${label} (1 minute)`,
    target: () => `/json/rtsw/${instrument.file}`,
    parse: (body, now, onHistory) =>
      parseNewest(body, now, { ...observed, required }, onHistory, parseActiveRows),
    maxBytes: MAX_BYTES,
    fallback: propagated,
  })
}

/**
 * Declares the last 7 days of an instrument, as propagated to Earth (stamped with the time of the observation
 * at L1), for the history: 1.2 MB by minute. The products of 7 days that SWPC had under `solar-wind` are
 * gone.
 */
export function propagated7Days<T extends { readonly at: number }>({
  id,
  label,
  seriesId,
  propagated,
}: RtswInstrument<T>): Measured<T> {
  return measured<T>({
    id: `${id}-propagated-7d`,
    provider: 'swpc',
    label: `propagated ${label} (7 days)`,
    target: () => '/products/geospace/propagated-solar-wind.json',
    probeParams: undefined,
    parse: (body, now, onHistory) => parseNewest(body, now, propagated, onHistory),
    newestAt: ({ at }) => at,
    cadenceMs: seconds(200),
    maxAgeMs: hours(3),
    seriesId,
  })
}

/**
 * Parses the rows of good quality of the active spacecraft, and those of the others where it is silent for
 * more than ten minutes, from the first of them on. Other flags do not count: `max_data_flag` is -9999 on
 * every row of a healthy spacecraft.
 */
const parseActiveRows: ParseRows = (rows, { parseRow }) => {
  const good = rows.flatMap((timed) => {
    const value = timed.row['overall_quality'] === 0 ? parseRow(timed) : null
    return value === null ? [] : [{ value, isActive: String(timed.row['active']) === 'true' }]
  })
  const activeAt = good.flatMap(({ value, isActive }) => (isActive ? [value.at] : []))
  // After its last row the active one is silent up to the newest row of any.
  const ends = [...activeAt, good.at(-1)?.value.at ?? 0]
  let next = 0
  return good.flatMap(({ value, isActive }) => {
    while (next < activeAt.length && (activeAt[next] ?? 0) <= value.at) next += 1
    const before = activeAt[next - 1] ?? Number.NEGATIVE_INFINITY
    const fillsGap = value.at > before && (ends[next] ?? 0) - before > MAX_SILENCE_MS
    return isActive || fillsGap ? [value] : []
  })
}
