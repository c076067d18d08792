import type { WaitUntil } from '#storage/cache/snapshot'

/** A request in the form that all adapters can provide without a `Request` object. */
export interface RawRequest {
  readonly method: string
  /** Path and query, as in the request line. */
  readonly target: string
  /** Returns a header by its lower-case name; values of a repeated one are joined by `, `. */
  header(name: string): string | null
  /** Body chunks, read at most once. */
  readonly body?: AsyncIterable<Uint8Array> | null
  /** Returns the client's address, which the adapter has determined; called by few paths. */
  ip?(): string | undefined
  /** Request id from a trusted proxy. */
  readonly requestId?: string | undefined
  /** Keeps the process alive for work that outlasts the response. */
  readonly waitUntil: WaitUntil
}

/** Whether the body of a request with this method is read: that of any other is ignored. */
export function takesBody(method: string): boolean {
  return method === 'POST' || method === 'PATCH'
}

/** A response as it is sent. */
export interface RawResponse {
  readonly status: number
  /** Lower-case names and values in turn; the list belongs to this response and may be appended to. */
  readonly headers: string[]
  /**
   * Bytes, blocks of bytes for a large body, or chunks that come over time. Whoever does not read the chunks
   * to their end calls `return` of their iterator, which ends them at once. Chunks with `isWhole` end by
   * themselves, and are of use at their end only: a server that stops lets them go on for as long as it can.
   */
  readonly body:
    | Uint8Array
    | Iterable<Uint8Array>
    | (AsyncIterableIterator<Uint8Array> & { readonly isWhole?: boolean | undefined })
    | null
  /** Whether it counts against the quota although it is a 304. */
  readonly isCounted?: boolean | undefined
}
