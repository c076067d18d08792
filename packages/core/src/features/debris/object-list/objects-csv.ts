import { headFacts, type TrailerFacts } from '#features/debris/object-list/facts'
import { csv, listLines } from '#features/debris/object-list/lines'
import type { ListQuery } from '#features/debris/object-list/list'
import { SHELL_VALID_MS } from '#features/debris/shells/shell-validity'
import type { ShellRun, Shells } from '#features/debris/shells/shells'
import type { OpenPlace } from '#kernel/endpoint/open-place'
import { FRESHNESS_HEADERS, freshnessHeaders } from '#kernel/endpoint/text-endpoint'
import { endOfTurn } from '#kernel/kit/end-of-turn'

/** Descriptions of the CSV headers about the run and the list. */
export const CSV_HEADERS = {
  'x-run-id': 'CSV only: id of the run of this list; send it as since to get later changes',
  'x-run-number': 'CSV only: ordinal number of the run',
  'x-computed-at': 'CSV only: time the run finished',
  'x-catalogue-epoch': 'CSV only: start of the 24 hours of propagation',
  'x-catalogue-objects': 'CSV only: number of objects in the catalogue',
  ...FRESHNESS_HEADERS,
  'x-count': 'CSV without comments: number of rows',
  'x-sha256': 'CSV without comments: SHA-256 of the body, in hex',
  'x-complete': 'CSV without comments: whether the list has all matching objects',
  'x-missing-ids':
    'CSV without comments, with ids: requested catalogue numbers that are not in the list; absent if there ' +
    'are none',
}

/** Returns the headers of a CSV that identify its run: names and values in turn. */
export function csvRunHeaders(run: ShellRun): string[] {
  const { run_id, run_number, computed_at, catalogue_epoch, catalogue_objects } = headFacts(run)
  const { source, fetchedAt } = run
  return [
    ...['x-run-id', run_id, 'x-run-number', String(run_number), 'x-computed-at', computed_at],
    ...['x-catalogue-epoch', catalogue_epoch, 'x-catalogue-objects', String(catalogue_objects)],
    ...freshnessHeaders({ source, fetchedAt, validUntil: fetchedAt + SHELL_VALID_MS }),
    ...['access-control-expose-headers', Object.keys(CSV_HEADERS).join(', ')],
  ]
}

type Sums = TrailerFacts & { readonly bytes: number }

/** Maximum number of lists whose totals are cached: enough for a few runs and the filters in use. */
const MAX_KEPT = 500
const kept = new WeakMap<Shells, Map<string, Promise<Sums>>>()

/** A list to total, and the response slot that waits for the totals. */
interface SummedList {
  readonly run: ShellRun
  readonly query: ListQuery
  readonly shells: Shells
  readonly place: OpenPlace
}

/**
 * Returns the headers with the number of rows, the hash and the completeness of a CSV, so that a client which
 * reads only rows can check them. The list is generated once for these headers, and again to be sent. `key`
 * identifies run and query.
 * @throws RunGoneError
 */
export async function csvSumHeaders(key: string, list: SummedList): Promise<string[]> {
  return headersOf(await sumsOf(key, list))
}

/** Returns the same headers if their list was totalled before; `undefined` otherwise. */
export function keptSumHeaders(key: string, shells: Shells): Promise<string[]> | undefined {
  return kept.get(shells)?.get(key)?.then(headersOf)
}

function headersOf({ bytes, count, sha256, complete, missing_ids = [] }: Sums): string[] {
  return [
    ...['content-length', String(bytes), 'x-count', String(count)],
    ...['x-sha256', sha256, 'x-complete', String(complete)],
    ...(missing_ids.length > 0 ? ['x-missing-ids', missing_ids.join()] : []),
  ]
}

/** Returns the totals of a list. Concurrent requests share one computation. */
function sumsOf(key: string, list: SummedList): Promise<Sums> {
  const sums = kept.get(list.shells) ?? new Map<string, Promise<Sums>>()
  kept.set(list.shells, sums)
  const known = sums.get(key)
  if (known) return known
  if (sums.size >= MAX_KEPT) sums.clear()
  const summing = sumUp(list)
  sums.set(key, summing)
  summing.catch(() => sums.delete(key))
  return summing
}

async function sumUp({ run, query, shells, place }: SummedList): Promise<Sums> {
  let bytes = 0
  let facts: TrailerFacts | undefined
  const trailer = (ofList: TrailerFacts) => {
    facts = ofList
    return ''
  }
  const chunks = listLines({ ...csv, trailer }, run, query, shells)
  const nextChunk = () =>
    place.inTurn(async () => {
      await endOfTurn()
      return chunks.next()
    })
  for (let next = await nextChunk(); !next.done; next = await nextChunk()) bytes += next.value.byteLength
  if (!facts) throw new TypeError('a list ended without its trailer')
  return { ...facts, bytes }
}
