import {
  type Measurement,
  SERIES,
  type SeriesColumn,
  type SeriesId,
} from '#features/space-weather/series/series-declarations'
import { readTimedRows } from '#features/space-weather/swpc/rows'
import { hours, seconds } from '#kernel/kit/time'
import { parseNumber, type Row } from '#kernel/upstreams/parse/fields'
import { memberOf, memberOrNull, presentIn } from '#kernel/upstreams/parse/members'
import { ShapeError } from '#kernel/upstreams/parse/shape'
import type { Measured } from '#kernel/upstreams/upstream'

/** Least and greatest possible value. An X-ray flux of 0 is a fault. */
export const POSSIBLE: Readonly<Record<SeriesColumn, readonly [min: number, max: number]>> = {
  kp: [0, 9],
  preliminary: [0, 1],
  speed_km_s: [100, 3_500],
  density_per_cm3: [0, 500],
  temperature_k: [0, 1e8],
  bt_nt: [0, 500],
  bx_gsm_nt: [-500, 500],
  by_gsm_nt: [-500, 500],
  bz_gsm_nt: [-500, 500],
  flux_w_m2: [Number.MIN_VALUE, 0.99],
  flux_pfu: [0, 1e7],
  flux_sfu: [50, 10_000],
  mean_90_day_sfu: [50, 1_000],
  sunspot_number: [0, 1_000],
  sunspot_area_millionths: [0, 50_000],
  new_regions: [0, 100],
  flares_c: [0, 1_000],
  flares_m: [0, 1_000],
  flares_x: [0, 1_000],
  a_index: [0, 400],
}

/** A row of a product, with its parsed value. */
interface ParsedRow<Id extends SeriesId> {
  readonly row: Row
  readonly value: Measurement<Id>
}

/** Tests of fields by their names. */
type FieldTests = Readonly<Record<string, (value: unknown) => boolean>>

/** A feed of measurements of one series. */
export interface MeasurementFeed<Id extends SeriesId> extends Measured<Measurement<Id>> {
  readonly seriesId: Id
}

/** A product of SWPC with measurements. */
interface MeasurementProduct<Id extends SeriesId>
  extends Pick<MeasurementFeed<Id>, 'id' | 'label' | 'seriesId'>,
    Partial<Pick<MeasurementFeed<Id>, 'cadenceMs' | 'maxBytes' | 'fallback' | 'fillsGaps'>> {
  readonly path: string
  /** Field of the product for each column. */
  readonly fields: Readonly<Record<SeriesColumn<Id>, string>>
  /** Fields that identify rows of this feed, such as rows of one energy. Other rows are left out. */
  readonly subject?: FieldTests
  /** Fields that must have a known form, with any value. */
  readonly known?: FieldTests
  readonly instrumentIn: (row: Row) => string | null
  /** Selects from the usable rows, in ascending time. @default All of them. */
  readonly select?: (rows: readonly ParsedRow<Id>[]) => readonly ParsedRow<Id>[]
}

/**
 * Declares a feed whose value is the newest usable row, and whose history is all usable rows. A row whose
 * measurement is `null` has no value. The parser throws a ShapeError that names the field which makes all
 * rows unusable.
 */
export function measurementFeed<Id extends SeriesId>({
  path,
  fields,
  subject = {},
  known = {},
  instrumentIn,
  select = (rows) => rows,
  ...declared
}: MeasurementProduct<Id>): MeasurementFeed<Id> {
  const { columns, required } = SERIES[declared.seriesId]
  const fieldOf: Readonly<Record<string, string>> = fields
  const fieldIn = (column: SeriesColumn) => fieldOf[column] ?? ''
  const numberOf = (column: SeriesColumn) => (value: unknown) => parseNumber(value, ...POSSIBLE[column])
  return {
    provider: 'swpc',
    target: () => path,
    probeParams: undefined,
    cadenceMs: seconds(200),
    maxAgeMs: hours(3),
    newestAt: ({ at }) => at,
    parse(body, now, { onHistory, onRows } = {}) {
      let leftOutBy = 'time_tag'
      const rows = readTimedRows({ body, now, onRows }, ({ at, row }): ParsedRow<Id> | undefined => {
        for (const [name, isKnown] of Object.entries(known))
          memberOf(row, name, (value) => isKnown(value) || null)
        for (const [name, isOurs] of Object.entries(subject)) {
          if (isOurs(presentIn(row, name))) continue
          if (leftOutBy === 'time_tag') leftOutBy = name
          return undefined
        }
        for (const column of required) {
          if (memberOrNull(row, fieldIn(column), numberOf(column)) !== null) continue
          leftOutBy = fieldIn(column)
          return undefined
        }
        const values = Object.fromEntries(
          columns.map((column) => [column, numberOf(column)(row[fieldIn(column)])]),
        )
        return { row, value: { at, values, instrument: instrumentIn(row) } as Measurement<Id> }
      })
      const values = select(rows).map(({ value }) => value)
      const newest = values.at(-1)
      if (!newest) throw new ShapeError(`${leftOutBy} has no usable value`)
      onHistory?.(values)
      return newest
    },
    ...declared,
  }
}
