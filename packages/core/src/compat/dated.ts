import { type Representation, renderPieces, withHeaders } from '#endpoint/representation'
import { freshnessHeaders } from '#endpoint/text-endpoint'
import type { Snapshot } from '#storage/cache/snapshot'

/** What a body says of itself; instants are epoch milliseconds. */
interface Dated {
  readonly type: string
  readonly source: string
  readonly fetchedAt: number
  readonly validUntil: number
  /** Further headers: names and values in turn. */
  readonly headers?: readonly string[]
}

/**
 * Renders a body, in pieces, with its provenance and `Last-Modified`: when its data were fetched or, if the one before
 * was the same, what that had.
 */
export async function renderDated(
  pieces: Iterable<string>,
  { type, headers = [], ...provenance }: Dated,
  previous: Snapshot<Representation> | undefined,
): Promise<Representation> {
  const made = await renderPieces(pieces, type)
  const before = previous?.value
  const at = before?.etag === made.etag ? before.headers.indexOf('last-modified') : -1
  const since = (at >= 0 && before?.headers[at + 1]) || new Date(provenance.fetchedAt).toUTCString()
  const all = [...freshnessHeaders(provenance), 'last-modified', since, ...headers]
  return { ...made, headers: all, ...withHeaders(made.body, made.etag, { type, headers: all }) }
}
