import { ShapeError } from '#upstreams/parse/shape'

/** A row that cannot be used. */
interface UnusableRow {
  /** Its number or that of its record, such as `line 12` or `object 25544`. */
  readonly row: string
  /** In our own words, such as `flux has no usable value`. */
  readonly reason: string
}

/** The rows of a body: how many there are, and which cannot be used. */
export interface RowCounts {
  /** Usable and unusable rows, without those of another subject. */
  readonly rows: number
  readonly unusable: number
  /** The first of the unusable ones. */
  readonly reasons: readonly UnusableRow[]
}

/** Receives the counts of a body, at most once. */
export type OnRows = (counts: RowCounts) => void

/** Reasons that are kept. */
const MAX_REASONS = 3

/**
 * Greatest share of unusable rows with which a body replaces a valid copy that has fewer. Without such a copy
 * whatever is usable is served.
 */
export const MAX_UNUSABLE_SHARE = 0.02

/** Counts rows, and keeps the reasons of the first that cannot be used. */
export class RowTally implements RowCounts {
  rows = 0
  unusable = 0
  readonly reasons: UnusableRow[] = []

  /** Counts a usable row. */
  accept(): void {
    this.rows += 1
  }

  /** Counts a row that cannot be used. */
  refuse(row: string, reason: string): void {
    this.rows += 1
    this.unusable += 1
    if (this.reasons.length < MAX_REASONS) this.reasons.push({ row, reason })
  }
}

/** How rows are counted and named. */
interface ReadingOfRows<Row> {
  readonly onRows?: OnRows | undefined
  /** Names a row in the reason. @default Its number, from 1. */
  readonly nameOf?: (row: Row, index: number) => string
}

/**
 * Reads rows, each by itself: one that cannot be read hides no other. It is left out, counted, and named with
 * the reason. All feeds with more than one row read them so.
 *
 * @param read Returns the value of a row, `undefined` for one of another subject; throws a ShapeError for one
 *   that it cannot read.
 * @throws ShapeError with the reason of the first row, if none is usable and one cannot be read.
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

/** Throws a ShapeError with the reason of the first unusable row if there is no other. */
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

/** Returns the share of the rows that cannot be used, 0 to 1; 0 for a body that counts none. */
export function unusableShare(counts: RowCounts | undefined): number {
  return counts && counts.rows > 0 ? counts.unusable / counts.rows : 0
}
