import { ShapeError } from '#kernel/upstreams/parse/shape'

/** An unusable row. */
interface UnusableRow {
  /** Number of the row or of its record, such as `line 12` or `object 25544`. */
  readonly row: string
  /** In our own words, such as `flux has no usable value`. */
  readonly reason: string
}

/** Counts of the rows of a body, with the unusable ones. */
export interface RowCounts {
  /** Number of usable and unusable rows, without rows of another subject. */
  readonly rows: number
  readonly unusable: number
  /** The first unusable rows. */
  readonly reasons: readonly UnusableRow[]
}

/** Receives the counts of a body, at most once. */
export type OnRows = (counts: RowCounts) => void

/** Maximum number of reasons that are kept. */
const MAX_REASONS = 3

/**
 * Greatest share of unusable rows with which a body replaces a valid copy that has fewer. Without such a
 * copy, all usable rows are served.
 */
export const MAX_UNUSABLE_SHARE = 0.02

/** Counts rows, and keeps the reasons of the first unusable ones. */
export class RowTally implements RowCounts {
  rows = 0
  unusable = 0
  readonly reasons: UnusableRow[] = []

  /** Counts a usable row. */
  accept(): void {
    this.rows += 1
  }

  /** Counts an unusable row. */
  refuse(row: string, reason: string): void {
    this.rows += 1
    this.unusable += 1
    if (this.reasons.length < MAX_REASONS) this.reasons.push({ row, reason })
  }
}

/** Options for counting and naming rows. */
interface ReadingOfRows<Row> {
  readonly onRows?: OnRows | undefined
  /** Returns the name of a row in the reason. @default Its number, starting at 1. */
  readonly nameOf?: (row: Row, index: number) => string
}

/**
 * Reads rows independently, so that an unreadable row does not affect others. It is left out, counted, and
 * named with the reason. All feeds with more than one row use this function.
 *
 * @param read Returns the value of a row, or `undefined` for a row of another subject. Throws a ShapeError
 *   for an unreadable row.
 * @throws ShapeError with the reason of the first row, if no row is usable and at least one cannot be read.
 */
export function readRows<Row, Value>(
  rows: readonly Row[],
  read: (row: Row, index: number) => Value | undefined,
  { onRows, nameOf = (_, index) => `row ${index + 1}` }: ReadingOfRows<Row> = {},
): Value[] {
  const tally = new RowTally()
  const values: Value[] = []
  for (const [index, row] of rows.entries()) {
    try {
      const value = read(row, index)
      if (value === undefined) continue
      tally.accept()
      values.push(value)
    } catch (error) {
      if (!(error instanceof ShapeError)) throw error
      tally.refuse(nameOf(row, index), error.message)
    }
  }
  requireUsable(tally)
  onRows?.(tally)
  return values
}

/** Throws a ShapeError with the reason of the first unusable row if no row is usable. */
export function requireUsable({ rows, unusable, reasons: [first] }: RowCounts): void {
  if (first && unusable === rows) throw new ShapeError(first.reason)
}

/** Describes the unusable rows of a body: `1 of 30 rows is unusable: row 12: flux has no usable value`. */
export function describeUnusable(counts: RowCounts): string {
  const { rows, unusable } = counts
  return `${unusable} of ${rows} rows ${unusable === 1 ? 'is' : 'are'} unusable: ${listReasons(counts)}`
}

/** Lists the first unusable rows, `row 12: flux has no usable value; and 3 more`; empty for none. */
export function listReasons({ unusable, reasons }: RowCounts): string {
  const more = unusable - reasons.length
  const listed = reasons.map(({ row, reason }) => `${row}: ${reason}`)
  return [...listed, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}

/** Returns the share of unusable rows, 0 to 1; 0 for a body whose rows are not counted. */
export function unusableShare(counts: RowCounts | undefined): number {
  return counts && counts.rows > 0 ? counts.unusable / counts.rows : 0
}
