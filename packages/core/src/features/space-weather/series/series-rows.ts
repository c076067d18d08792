import type { SpaceWeatherContext } from '#features/space-weather/context'
import { type Provenance, provenanceOf } from '#features/space-weather/series/recorded-series'
import { SERIES, type SeriesColumn, type SeriesId } from '#features/space-weather/series/series-declarations'
import type { Grid } from '#features/space-weather/series/series-span'
import type { RecordedPart } from '#kernel/endpoint/endpoint'
import { arrayInTurns } from '#kernel/kit/end-of-turn'

/** A series that provides columns of the payload. */
export interface SeriesPart extends Omit<RecordedPart, 'label'> {
  readonly id: SeriesId
}

/** Value of a row: the mean or the maximum of its values. */
export type Combine = 'mean' | 'maximum'

/** The columns of a part with their names in the payload, and the origin of its rows. */
export interface ReadPart {
  readonly columns: Readonly<Record<string, (number | null)[]>>
  readonly provenance: readonly Provenance[]
  /** When the newest of its rows was fetched, in epoch milliseconds; absent if there are none. */
  readonly fetchedAt?: number | undefined
}

/** Reads the values of a part, combined to rows. */
export async function readPart(
  { id, names }: SeriesPart,
  rows: Grid,
  combine: Combine,
  { spaceWeather: { series }, settings }: SpaceWeatherContext,
): Promise<ReadPart> {
  const { stepMs: cadenceMs } = SERIES[id]
  const { startMs, length, stepMs } = rows
  // A three-hour row may have begun before the first row that it covers.
  const from = Math.floor(startMs / cadenceMs) * cadenceMs
  const span = await series.read(id, from, startMs + length * stepMs, { inTurns: true })
  const columns: [string, (number | null)[]][] = []
  for (const [name, as] of Object.entries(names)) {
    const values = span.columns[name as SeriesColumn] ?? []
    columns.push([as, await combineRows(values, span, rows, combine)])
  }
  const provenance = provenanceOf(id, span, settings.sourceNote)
  return { columns: Object.fromEntries(columns), provenance, fetchedAt: span.fetchedAt }
}

/** Combines the values that fall into a row. */
function combineRows(
  values: readonly (number | null)[],
  { startMs, stepMs: cadenceMs }: Grid,
  { startMs: firstMs, length, stepMs }: Grid,
  combine: Combine,
): Promise<(number | null)[]> {
  return arrayInTurns(length, (row) => {
    const at = firstMs + row * stepMs - startMs
    const [from, until] = [Math.floor(at / cadenceMs), Math.ceil((at + stepMs) / cadenceMs)]
    // The usual case.
    if (until - from === 1) return values[from] ?? null
    const known = values.slice(from, until).filter((value) => value !== null)
    const [only, ...more] = known
    if (only === undefined || more.length === 0) return only ?? null
    if (combine === 'maximum') return Math.max(...known)
    const mean = known.reduce((sum, value) => sum + value, 0) / known.length
    return Number(mean.toPrecision(6))
  })
}
