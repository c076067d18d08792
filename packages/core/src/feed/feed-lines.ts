import { createRunningDigest } from '#digest'
import { feedColumns } from '#feed/feed-columns'
import { headFacts, trailerFacts } from '#feed/feed-facts'
import { type FeedItem, type FeedQuery, type RemovedObject, readItems, readRemoved } from '#feed/feed-list'
import type { ShellRun, Shells } from '#store/repositories/shells'

/** A format of lines: how head, rows and trailer are written, each with its line break. */
interface LineFormat {
  /** Lines before the rows that are not part of the hash. */
  readonly head: (facts: object, isChanges: boolean) => string
  /** The line with the names of the columns, which is part of the hash; empty if there is none. */
  readonly names: (isChanges: boolean) => string
  readonly item: (item: FeedItem, isChanges: boolean) => string
  readonly removed: (object: RemovedObject) => string
  readonly trailer: (facts: object) => string
}

/** NDJSON: an object of `record: head`, the objects, an object of `record: trailer`. */
export const ndjson: LineFormat = {
  head: (facts, isChanges) =>
    `${JSON.stringify({ record: 'head', ...facts, fields: feedColumns.map(({ name }) => name), changes: isChanges })}\n`,
  names: () => '',
  item: (item) => `${JSON.stringify(item)}\n`,
  removed: (object) => `${JSON.stringify({ ...object, change: 'removed' })}\n`,
  trailer: (facts) => `${JSON.stringify({ record: 'trailer', ...facts })}\n`,
}

/** CSV with the columns of OMM and ours; head and trailer are lines that begin with `#`. */
export const csv: LineFormat = {
  head: comments,
  names: (isChanges) =>
    `${[...feedColumns.map(({ csv }) => csv), ...(isChanges ? CHANGE_NAMES : [])].join()}\n`,
  item(item, isChanges) {
    const cells = feedColumns.map(({ name }) => cell(name === 'epoch' ? item.epoch.slice(0, -1) : item[name]))
    return `${[...cells, ...(isChanges ? [item.change, ''] : [])].join()}\n`
  },
  removed({ norad_id, name, reason }) {
    const known: Record<string, unknown> = { norad_id, name }
    return `${[...feedColumns.map((column) => cell(known[column.name])), 'removed', reason].join()}\n`
  },
  trailer: comments,
}

const CHANGE_NAMES = ['CHANGE', 'REASON']

function comments(facts: object): string {
  return Object.entries(facts)
    .map(([name, value]) => `# ${name}: ${Array.isArray(value) ? value.join(' ') : value}\n`)
    .join('')
}

/** A cell that every reader takes as it was: to some, a `#` that is not quoted begins a comment anywhere. */
function cell(value: unknown): string {
  if (typeof value !== 'string') return value == null ? '' : String(value)
  return /[",#\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

const encoder = new TextEncoder()

/**
 * Yields a list as chunks of lines: head, rows, trailer. A chunk of rows has those of one slice, about 64 kB.
 * @throws RunGoneError
 */
export async function* feedLines(
  format: LineFormat,
  run: ShellRun,
  query: FeedQuery,
  shells: Shells,
): AsyncGenerator<Uint8Array> {
  const isChanges = query.since !== undefined
  const digest = createRunningDigest()
  const hashed = (text: string) => {
    const bytes = encoder.encode(text)
    digest.add(bytes)
    return bytes
  }
  const slices = readItems(run, query, shells)
  // Before the head: a run that is no longer stored has no list that could begin.
  let slice = await slices.next()
  yield encoder.encode(format.head(headFacts(run), isChanges))
  const names = format.names(isChanges)
  if (names !== '') yield hashed(names)
  const missing = new Set(query.filter.ids)
  let count = 0
  for (; !slice.done; slice = await slices.next()) {
    for (const { norad_id } of slice.value) missing.delete(norad_id)
    count += slice.value.length
    yield hashed(slice.value.map((item) => format.item(item, isChanges)).join(''))
  }
  const removed = await readRemoved(run, query, shells)
  count += removed.length
  if (removed.length > 0) yield hashed(removed.map(format.removed).join(''))
  const missingIds = query.filter.ids && !isChanges ? [...missing] : undefined
  yield encoder.encode(format.trailer(trailerFacts(run, count, digest.end(), missingIds)))
}
