import { hours, seconds } from '#kit/time'
import { type TimedRow, timedRows } from '#space-weather/swpc/rows'
import { parseNumber, type Row } from '#upstreams/parse/fields'
import { type RequiredFields, schemaMismatch } from '#upstreams/parse/shape'
import { type Measurement, SERIES, type SeriesColumn, type SeriesId } from '#upstreams/recorded-series'
import type { Measured } from '#upstreams/upstream'

/** The least and the greatest value that is possible. A flux of X-rays of 0 is a fault. */
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

/** A row of a product, and what it says. */
interface ParsedRow<Id extends SeriesId> {
  readonly row: Row
  readonly value: Measurement<Id>
}

/** A feed of measurements of one series. */
export interface MeasurementFeed<Id extends SeriesId> extends Measured<Measurement<Id>> {
  readonly seriesId: Id
}

/** A product of SWPC with measurements. */
interface MeasurementProduct<Id extends SeriesId>
  extends Pick<MeasurementFeed<Id>, 'id' | 'label' | 'seriesId'>,
    Partial<Pick<MeasurementFeed<Id>, 'cadenceMs' | 'maxBytes' | 'fallback'>> {
  readonly path: string
  /** Field of each column. */
  readonly fields: Readonly<Record<SeriesColumn<Id>, string>>
  /** Fields that a usable row has, too. */
  readonly required?: RequiredFields
  readonly instrumentIn: (row: Row) => string | null
  /** Selects from the usable rows, in ascending time. @default All of them. */
  readonly select?: (rows: readonly ParsedRow<Id>[]) => readonly ParsedRow<Id>[]
}

/**
 * Declares a feed whose value is the newest usable row; all of them are its history. Its parser throws a
 * ShapeError that names the field which makes all rows unusable.
 */
export function measurementFeed<Id extends SeriesId>({
  path,
  fields,
  required,
  instrumentIn,
  select = (rows) => rows,
  ...declared
}: MeasurementProduct<Id>): MeasurementFeed<Id> {
  const { columns, required: requiredColumns } = SERIES[declared.seriesId]
  const fieldOf: Readonly<Record<string, string>> = fields
  const read = (row: Row, column: SeriesColumn) =>
    parseNumber(row[fieldOf[column] ?? ''], ...POSSIBLE[column])
  const isUsable: RequiredFields = {
    ...required,
    ...Object.fromEntries(
      requiredColumns.map((column) => [
        fieldOf[column],
        (value: unknown) => parseNumber(value, ...POSSIBLE[column]) !== null,
      ]),
    ),
  }
  const tests = Object.entries(isUsable)
  const parseRow = ({ at, row }: TimedRow): ParsedRow<Id>[] => {
    if (!tests.every(([field, test]) => test(row[field]))) return []
    const values = Object.fromEntries(columns.map((column) => [column, read(row, column)]))
    return [{ row, value: { at, values, instrument: instrumentIn(row) } as Measurement<Id> }]
  }
  return {
    provider: 'swpc',
    target: () => path,
    probeParams: undefined,
    cadenceMs: seconds(200),
    maxAgeMs: hours(3),
    newestAt: ({ at }) => at,
    parse(body, now, onHistory) {
      const rows = timedRows(body, now)
      const values = select(rows.flatMap(parseRow)).map(({ value }) => value)
      const newest = values.at(-1)
      if (!newest)
        throw schemaMismatch(
          rows.map(({ row }) => row),
          isUsable,
        )
      onHistory?.(values)
      return newest
    },
    ...declared,
  }
}
