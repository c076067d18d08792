import type { GenericSchema } from 'valibot'
import { cachedReader, storedBody } from '#kernel/endpoint/cached'
import { type Checked, type DataEndpoint, described } from '#kernel/endpoint/data-endpoint'
import type { Context, Endpoint, Parameters } from '#kernel/endpoint/endpoint'
import { type Representation, renderPieces, withHeaders } from '#kernel/endpoint/representation'
import { signWith } from '#kernel/endpoint/signing/signed'
import type { Loaded, Source } from '#kernel/endpoint/source'
import { iso } from '#kernel/kit/time'
import type { Snapshot } from '#kernel/storage/cache/snapshot'

/** Text with its response headers. */
export interface TextData {
  /** The text. A long text has several pieces, so that other requests are served between them. */
  readonly text: string | Iterable<string>
  /** Media type, without its charset. @default 'text/plain' */
  readonly type?: string
  readonly headers: Readonly<Record<string, string>>
}

/** A source of text, which needs no previous text. */
export interface TextSource<Params, In extends Context = Context>
  extends Omit<Source<Params, TextData>, 'load'> {
  /** Loads the text. Throws only Problems. @internal */
  readonly load: (params: Params, context: In) => Promise<Loaded<TextData>>
}

/** Declaration of an endpoint whose payload is text without an envelope. */
export interface TextEndpoint<Path extends Parameters, In extends Context = Context>
  extends Omit<DataEndpoint<Path, GenericSchema<TextData>>, 'data' | 'source'> {
  readonly source: TextSource<Checked<Path>, In>
  /** Descriptions of the headers in `TextData`. */
  readonly headers: Readonly<Record<string, string>>
  /** Media types in addition to `text/plain`. Default: none. */
  readonly types?: readonly string[]
}

/** The headers with the information of an envelope, with their descriptions. */
export const FRESHNESS_HEADERS = {
  'x-source': 'Label of the data source',
  'x-fetched-at': 'Time the service fetched the data from the provider, ISO 8601 UTC',
  'x-valid-until': 'Time after which the response is stale, ISO 8601 UTC',
}

/**
 * Creates a GET endpoint that responds with text; provenance and validity are in headers, not in an
 * envelope.
 */
export function textEndpoint<Path extends Parameters, In extends Context = Context>(
  declaration: TextEndpoint<Path, In>,
): Endpoint<In> {
  const { path, source, cost, ttlMs, types = [] } = declaration
  const { stored, notFoundTtlMs } = source
  const common = described(declaration)
  return {
    ...common,
    success: {
      status: 200,
      description: declaration.summary,
      content: Object.fromEntries(['text/plain', ...types].map((type) => [type, null])),
      headers: { ...FRESHNESS_HEADERS, ...declaration.headers },
      // Optional, as the central instance of a mirror may have a version without it.
      optionalHeaders: LAST_MODIFIED,
    },
    respond: cachedReader<In>(path, ({ params, context }) => ({
      ttlMs,
      cost,
      async load(previous) {
        const loaded = await source.load(params as Checked<Path>, context)
        const { data, fetchedAt, pulledAt, validUntil = fetchedAt + ttlMs } = loaded
        const times = { source: loaded.source, fetchedAt: pulledAt ?? fetchedAt, validUntil }
        const headers = Object.entries(data.headers).flat()
        const type = `${data.type ?? 'text/plain'}; charset=utf-8`
        const pieces = typeof data.text === 'string' ? [data.text] : data.text
        const value = await renderDated(pieces, { ...times, type, headers }, previous)
        return { value, fetchedAt, pulledAt, validUntil }
      },
      ...(stored && { stored: storedBody }),
      ...(notFoundTtlMs !== undefined && { notFoundTtlMs }),
      sign: signWith(context, common, params),
    })),
  }
}

/** The header `Last-Modified` with its description. */
export const LAST_MODIFIED = { 'last-modified': 'Time of the last change of the response' }

interface Provenance {
  readonly source: string
  /** Epoch milliseconds. */
  readonly fetchedAt: number
  /** Epoch milliseconds. */
  readonly validUntil: number
}

/** Returns the headers with the information of an envelope: names and values in turn. */
export function freshnessHeaders({ source, fetchedAt, validUntil }: Provenance): string[] {
  return ['x-source', source, 'x-fetched-at', iso(fetchedAt), 'x-valid-until', iso(validUntil)]
}

/** Provenance of a body. */
interface Dated extends Provenance {
  readonly type: string
  /** Further headers: names and values in turn. */
  readonly headers?: readonly string[]
}

/**
 * Renders a body, in pieces, with its provenance and `Last-Modified`: the fetch time of its data or, if the
 * previous body was identical, the value of the previous body.
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
