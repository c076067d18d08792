import { feedColumns } from '#debris/object-list/columns'
import { headFacts, trailerFacts } from '#debris/object-list/facts'
import {
  type FeedItem,
  type FeedQuery,
  type RemovedObject,
  readItems,
  readRemoved,
} from '#debris/object-list/list'
import type { FeedObject } from '#debris/object-list/object'
import type { ShellRun, Shells } from '#debris/shells/shells'
import { createRunningDigest } from '#kit/digest'

/** A format of lines: how head, rows and trailer are written, each with its line break; empty for none. */
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

/** CSV with the columns of OMM, whose values are OMM's, and ours: a line of names, and one for each row. */
export const csv: LineFormat = {
  head: () => '',
  names: (isChanges) =>
    `${[...feedColumns.map(({ csv }) => csv), ...(isChanges ? CHANGE_NAMES : [])].join()}\n`,
  item(item, isChanges) {
    const cells = feedColumns.map(({ name }) => cell(ommValue(item, name)))
    return `${[...cells, ...(isChanges ? [item.change, ''] : [])].join()}\n`
  },
  removed({ norad_id, name, reason }) {
    const known: Record<string, unknown> = { norad_id, name }
    return `${[...feedColumns.map((column) => cell(known[column.name])), 'removed', reason].join()}\n`
  },
  trailer: () => '',
}

/** The same between head and trailer, whose lines begin with `#`. */
export const csvWithComments: LineFormat = { ...csv, head: comments, trailer: comments }

/** Returns a value as OMM has it: instants without a zone, and types as Space-Track spells them. */
function ommValue(item: FeedItem, name: keyof FeedObject): unknown {
  if (name === 'epoch') return item.epoch.slice(0, -1)
  return name === 'object_type' ? item.object_type.replace('_', ' ').toUpperCase() : item[name]
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
  const head = format.head(headFacts(run), isChanges)
  if (head !== '') yield encoder.encode(head)
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
  const trailer = format.trailer(trailerFacts(run, count, digest.end(), missingIds))
  if (trailer !== '') yield encoder.encode(trailer)
}
