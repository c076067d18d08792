import type { Context } from '#context'
import type { RecordedPart } from '#declare/endpoint'
import { type Provenance, provenanceOf } from '#endpoints/v1/space-weather/recorded-series'
import type { Rows } from '#endpoints/v1/space-weather/series-parameters'
import { SERIES, type SeriesColumn } from '#store/repositories/series-day'
import type { SeriesSpan } from '#store/repositories/series-span'

/** A series whose columns become columns of the payload. */
export type SeriesPart = Omit<RecordedPart, 'label'>

/** Value of a row: the mean of its values, or the highest of them. */
export type Combine = 'mean' | 'maximum'

/** The columns of a part with their names in the payload, and where its rows come from. */
export interface ReadPart {
  readonly columns: Readonly<Record<string, (number | null)[]>>
  readonly provenance: readonly Provenance[]
}

/** Reads the values of a part, combined to rows. */
export async function readPart(
  { id, names }: SeriesPart,
  rows: Rows,
  combine: Combine,
  { series, settings }: Context,
): Promise<ReadPart> {
  const { stepMs: cadenceMs } = SERIES[id]
  const { firstMs, length, stepMs } = rows
  // A row of three hours may have begun before the first of those that it covers.
  const from = Math.floor(firstMs / cadenceMs) * cadenceMs
  const span = await series.read(id, from, firstMs + length * stepMs)
  const columns = Object.entries(names).map(([name, as]) => {
    const values = span.columns[name as SeriesColumn] ?? []
    return [as, combineRows(values, span, rows, combine)] as const
  })
  const provenance = provenanceOf(id, span, settings.sourceNote)
  return { columns: Object.fromEntries(columns), provenance }
}

/** Combines the values whose time a row shares. */
function combineRows(
  values: readonly (number | null)[],
  { startMs, stepMs: cadenceMs }: SeriesSpan,
  { firstMs, length, stepMs }: Rows,
  combine: Combine,
): (number | null)[] {
  return Array.from({ length }, (_, row) => {
    const at = firstMs + row * stepMs - startMs
    const known = values
      .slice(Math.floor(at / cadenceMs), Math.ceil((at + stepMs) / cadenceMs))
      .filter((value) => value !== null)
    const [only, ...more] = known
    if (only === undefined || more.length === 0) return only ?? null
    if (combine === 'maximum') return Math.max(...known)
    const mean = known.reduce((sum, value) => sum + value, 0) / known.length
    return Number(mean.toPrecision(6))
  })
}
