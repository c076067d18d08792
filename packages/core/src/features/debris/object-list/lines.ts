import { type Column, changeColumns, objectColumns } from '#features/debris/object-list/columns'
import { headFacts, ListSums, type TrailerFacts } from '#features/debris/object-list/facts'
import {
  type ListQuery,
  type ListRow,
  readItems,
  readRemovedRows,
  valueIn,
} from '#features/debris/object-list/list'
import type { ShellRun, Shells } from '#features/debris/shells/shells'

/**
 * A line-based format: functions that write head, rows and trailer, each with its line break. An empty text
 * means none.
 */
interface LineFormat {
  /** Lines before the rows that are not part of the hash. */
  readonly head: (facts: object, isChanges: boolean) => string
  /** The line with the names of the columns, which is part of the hash; empty if there is none. */
  readonly names: (columns: readonly Column[]) => string
  readonly row: (row: ListRow, columns: readonly Column[]) => string
  readonly trailer: (facts: TrailerFacts) => string
}

/** NDJSON: an object with `record: head`, the objects, then an object with `record: trailer`. */
export const ndjson: LineFormat = {
  head: (facts, isChanges) =>
    `${JSON.stringify({ record: 'head', ...facts, fields: objectColumns.map(({ name }) => name), changes: isChanges })}\n`,
  names: () => '',
  row: (row) => `${JSON.stringify(row)}\n`,
  trailer: (facts) => `${JSON.stringify({ record: 'trailer', ...facts })}\n`,
}

/** CSV with the OMM columns, in OMM's format, and our own: a line of names, then one line per row. */
export const csv: LineFormat = {
  head: () => '',
  names: (columns) => `${columns.map(({ csv }) => csv).join()}\n`,
  row: (row, columns) => `${columns.map(({ name }) => cell(name, valueIn(row, name))).join()}\n`,
  trailer: () => '',
}

/** The same CSV between a head and a trailer, whose lines begin with `#`. */
export const csvWithComments: LineFormat = { ...csv, head: comments, trailer: comments }

function comments(facts: object): string {
  return Object.entries(facts)
    .map(([name, value]) => `# ${name}: ${Array.isArray(value) ? value.join(' ') : value}\n`)
    .join('')
}

/**
 * Formats a cell so that all readers restore its value. For some readers, an unquoted `#` begins a comment
 * anywhere.
 */
function cell(name: Column['name'], value: unknown): string {
  if (typeof value !== 'string') return value == null ? '' : String(value)
  const text = ommText(name, value)
  return /[",#\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Returns a text in OMM's form: instants without a zone, and types in Space-Track's spelling. */
function ommText(name: Column['name'], value: string): string {
  if (name === 'epoch') return value.slice(0, -1)
  return name === 'object_type' ? value.replace('_', ' ').toUpperCase() : value
}

const encoder = new TextEncoder()

/**
 * Yields a list as chunks of lines: head, rows, trailer. A chunk has the rows of one slice, about 64 kB.
 * @throws RunGoneError
 */
export async function* listLines(
  format: LineFormat,
  run: ShellRun,
  query: ListQuery,
  shells: Shells,
): AsyncGenerator<Uint8Array> {
  const isChanges = query.since !== undefined
  const columns = isChanges ? changeColumns : objectColumns
  const sums = new ListSums(run, query)
  const slices = readItems(run, query, shells)
  // Read before the head is sent, as a run that is no longer stored has no list.
  let slice = await slices.next()
  const head = format.head(headFacts(run), isChanges)
  if (head !== '') yield encoder.encode(head)
  const names = format.names(columns)
  if (names !== '') yield sums.addBytes(encoder.encode(names))
  const write = (rows: readonly ListRow[]) => {
    sums.addRows(rows)
    return sums.addBytes(encoder.encode(rows.map((row) => format.row(row, columns)).join('')))
  }
  for (; !slice.done; slice = await slices.next()) yield write(slice.value)
  const removed = await readRemovedRows(run, query, shells)
  if (removed.length > 0) yield write(removed)
  const trailer = format.trailer(sums.trailer())
  if (trailer !== '') yield encoder.encode(trailer)
}
