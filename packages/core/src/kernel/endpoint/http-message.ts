import type { WaitUntil } from '#kernel/storage/cache/snapshot'

/** A request in the form that all adapters can provide without a `Request` object. */
export interface RawRequest {
  readonly method: string
  /** Path and query, as in the request line. */
  readonly target: string
  /** Returns a header by its lower-case name. Values of a repeated header are joined by `, `. */
  header(name: string): string | null
  /** Body chunks, read at most once. */
  readonly body?: AsyncIterable<Uint8Array> | null
  /** Returns the client's address as determined by the adapter. Only a few endpoints call it. */
  ip?(): string | undefined
  /** Request id from a trusted proxy. */
  readonly requestId?: string | undefined
  /** Keeps the process alive for work that outlasts the response. */
  readonly waitUntil: WaitUntil
}

/** Returns whether the body of a request with this method is read. Otherwise, the body is ignored. */
export function takesBody(method: string): boolean {
  return method === 'POST' || method === 'PATCH'
}

/** A response to send. */
export interface RawResponse {
  readonly status: number
  /** Lower-case names and values in turn; the list belongs to this response and may be extended. */
  readonly headers: string[]
  /**
   * Bytes, blocks of bytes for a large body, or chunks that come over time. A reader that stops before the
   * end calls `return` of the iterator, which ends the chunks immediately. Chunks with `isWhole` end by
   * themselves and are useful only if complete, so a stopping server lets them continue for as long as it
   * can.
   */
  readonly body:
    | Uint8Array
    | Iterable<Uint8Array>
    | (AsyncIterableIterator<Uint8Array> & { readonly isWhole?: boolean | undefined })
    | null
  /** Whether it counts against the quota despite being a 304. */
  readonly isCounted?: boolean | undefined
}
