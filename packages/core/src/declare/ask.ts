import type { Defer } from '#store/snapshots'

/** A request as every host can give it, without a `Request` object. */
export interface Ask {
  readonly method: string
  /** Path and query, as in the request line. */
  readonly target: string
  /** Looks a header up by its lower-case name; a repeated header gives its values joined by `, `. */
  header(name: string): string | null
  /** Body chunks, read at most once. */
  readonly body?: AsyncIterable<Uint8Array> | null
  /** Tells the peer's address, as the host knows it; never taken from a header here. Few paths ask for it. */
  ip?(): string | undefined
  /** A request id that a trusted hop has given. */
  readonly requestId?: string | undefined
  readonly defer: Defer
}

/**
 * What goes over the wire: status, a flat list of lower-case header names and values, made for this answer alone, and ready bytes.
 */
export interface Answer {
  readonly status: number
  readonly headers: string[]
  /** Bytes, or blocks of bytes when there are many. */
  readonly body: Uint8Array | Iterable<Uint8Array> | null
  /** Whether it is counted though it is a 304. */
  readonly isCounted?: boolean | undefined
  /** The body as ASCII text, where it is short and nothing else: Node writes that in one piece with the headers. */
  readonly text?: string | undefined
}
