import type { SeriesColumn, SeriesId } from '#features/space-weather/series/series-declarations'
import { type MeasurementFeed, measurementFeed } from '#features/space-weather/swpc/measurement'
import { minutes } from '#kernel/kit/time'
import { parseText, type Row } from '#kernel/upstreams/parse/fields'

/**
 * An instrument at L1 whose data SWPC publishes in three products: real-time, propagated to Earth, and a
 * summary.
 */
interface RtswInstrument<Id extends SeriesId> {
  readonly seriesId: Id
  /** Name of the measured quantity, such as `solar wind`. */
  readonly label: string
  readonly file: string
  /** Fields of the real-time product and the summary. */
  readonly observed: Fields<Id>
  /** Fields of the propagated product. */
  readonly propagated: Fields<Id>
  readonly summaryLabel: string
  readonly summaryFile: string
}

type Fields<Id extends SeriesId> = Readonly<Record<SeriesColumn<Id>, string>>

/**
 * The real-time files contain a day of every spacecraft, 2.8 MB in 2026, and grow with the number of
 * spacecraft.
 */
const MAX_BYTES = 8 * 1024 * 1024

/** How far the active spacecraft may lag behind another one before the other is used. */
const MAX_SILENCE_MS = minutes(10)

/**
 * Declares the feeds of an instrument at L1. `newest` has the last day of all spacecraft by minute. Its
 * fallbacks are the last hour as propagated to Earth (stamped with the time of the observation at L1), then
 * the summary. Neither fallback names the spacecraft. `week` has the last 7 days as propagated, 1.2 MB by
 * minute: SWPC has removed its 7-day products under `solar-wind`.
 */
export function rtswFeeds<Id extends SeriesId>(
  instrument: RtswInstrument<Id>,
): Readonly<Record<'newest' | 'week', MeasurementFeed<Id>>> {
  const { seriesId, label, observed, propagated } = instrument
  const common = { seriesId, instrumentIn: (row: Row) => parseText(row['source']) }
  const summary = measurementFeed<Id>({
    ...common,
    id: `swpc-${seriesId}-summary`,
    label: `${instrument.summaryLabel} (summary)`,
    path: `/products/summary/${instrument.summaryFile}`,
    fields: observed,
  })
  const lastHour = measurementFeed<Id>({
    ...common,
    id: `swpc-${seriesId}-propagated`,
    label: `propagated ${label} (1 hour)`,
    path: '/products/geospace/propagated-solar-wind-1-hour.json',
    fields: propagated,
    fallback: summary,
  })
  const newest = measurementFeed<Id>({
    ...common,
    id: `swpc-${seriesId}-1m`,
    label: `real-time ${label} (1 minute)`,
    path: `/json/rtsw/${instrument.file}`,
    fields: observed,
    // Other flags do not count: `max_data_flag` is -9999 on every row of a healthy spacecraft.
    subject: { overall_quality: (value) => value === 0 },
    // In any other form, no spacecraft would count as active, and the values of all would be mixed.
    known: { active: (value) => /^(true|false)$/.test(String(value)) },
    select: activeRows,
    maxBytes: MAX_BYTES,
    fallback: lastHour,
  })
  const week = measurementFeed<Id>({
    ...common,
    id: `swpc-${seriesId}-propagated-7d`,
    label: `propagated ${label} (7 days)`,
    path: '/products/geospace/propagated-solar-wind.json',
    fields: propagated,
  })
  return { newest, week }
}

/**
 * Returns the rows of the active spacecraft. Where it sent none for more than ten minutes, returns the rows
 * of the others, starting with their first.
 */
function activeRows<T extends { readonly row: Row; readonly value: { readonly at: number } }>(
  rows: readonly T[],
): T[] {
  const isActive = ({ row }: T) => String(row['active']) === 'true'
  const activeAt = rows.filter(isActive).map(({ value }) => value.at)
  // The active spacecraft sent nothing between its last row and the newest row of any spacecraft.
  const ends = [...activeAt, rows.at(-1)?.value.at ?? 0]
  let next = 0
  return rows.filter((each) => {
    const { at } = each.value
    while (next < activeAt.length && (activeAt[next] ?? 0) <= at) next += 1
    const before = activeAt[next - 1] ?? Number.NEGATIVE_INFINITY
    return isActive(each) || (at > before && (ends[next] ?? 0) - before > MAX_SILENCE_MS)
  })
}
