import { concatBytes } from '#kernel/kit/bytes'
import { createRunningDigest, digest } from '#kernel/kit/digest'
import { endOfTurn } from '#kernel/kit/end-of-turn'

/** Bytes of a representation, with or without a content coding; headers are names and values in turn. */
export interface Encoded {
  readonly body: Uint8Array
  /** Strong entity tag of the body, including quotes. */
  readonly etag: string
  /** Headers that only a 200 has and that do not depend on the request: type, length, coding. */
  readonly bodyHeaders: readonly string[]
  /** Headers of a 200 and a 304 that do not depend on the request: tag, `headers` and `signature`. */
  readonly sharedHeaders: readonly string[]
}

/** A payload with its provenance; instants are ISO 8601 UTC. */
export interface Served<Data> {
  readonly data: Data
  readonly source: string
  readonly fetchedAt: string
  readonly validUntil: string
}

/** A response body with its headers, rendered once when the data are loaded; the value of a snapshot. */
export interface Representation extends Encoded {
  readonly type: string
  /** Headers in addition to the headers of the body; names and values in turn. */
  readonly headers: readonly string[]
  /** Headers that sign the body, if the instance signs; names and values in turn. */
  readonly signature?: readonly string[]
  /** On a mirror: the upstream's `Cache-Status`, to which ours is appended. */
  readonly via?: string
  /** Returns the content of the envelope in the body, if it is kept beside the body. */
  readonly served?: () => Served<unknown>
}

export const JSON_TYPE = 'application/json; charset=utf-8'
const encoder = new TextEncoder()

/** Returns a value as JSON with a line break at its end, so that a terminal's prompt begins on a new line. */
export function toJsonText(value: unknown): string {
  return `${JSON.stringify(value)}\n`
}

/** Renders a value as JSON. */
export function renderJson(value: unknown, headers: readonly string[] = []): Representation {
  return renderBody(toJsonText(value), JSON_TYPE, headers)
}

/** Renders a body, given as text or as bytes: its bytes, entity tag and headers. */
export function renderBody(
  content: string | Uint8Array,
  type: string,
  headers: readonly string[] = [],
): Representation {
  const body = typeof content === 'string' ? encoder.encode(content) : content
  return represent(body, digest(body, 'base64url'), type, headers)
}

/**
 * Number of bytes that are encoded and digested per turn of the event loop (about 0.2 ms), and the maximum
 * duration of a turn.
 */
const [BYTES_PER_TURN, TURN_MS] = [64 * 1024, 5]

/** Renders a long body from its pieces as `renderBody` does, yielding to the event loop between them. */
export async function renderPieces(
  pieces: Iterable<string | Uint8Array>,
  type: string,
  headers: readonly string[] = [],
): Promise<Representation> {
  const parts: Uint8Array[] = []
  const running = createRunningDigest()
  let ofTurn = 0
  let since = performance.now()
  for (const piece of pieces) {
    if (ofTurn >= BYTES_PER_TURN || performance.now() - since > TURN_MS) {
      await endOfTurn()
      ofTurn = 0
      since = performance.now()
    }
    const part = typeof piece === 'string' ? encoder.encode(piece) : piece
    running.add(part)
    parts.push(part)
    ofTurn += part.byteLength
  }
  return represent(concatBytes(parts), running.end('base64url'), type, headers)
}

function represent(
  body: Uint8Array,
  sha256: string,
  type: string,
  headers: readonly string[],
): Representation {
  const etag = `"${sha256.slice(0, TAG_CHARS)}"`
  return { type, headers, ...withHeaders(body, etag, { type, headers }) }
}

/** Prepares the headers for the bytes of a representation, with or without a content coding. */
export function withHeaders(
  body: Uint8Array,
  etag: string,
  { type, headers, signature }: Pick<Representation, 'type' | 'headers' | 'signature'>,
  coding?: string,
): Encoded {
  const bodyHeaders = ['content-type', type, 'content-length', String(body.byteLength)]
  if (coding !== undefined) bodyHeaders.push('content-encoding', coding)
  const sharedHeaders = ['etag', etag, ...headers]
  if (signature) {
    const names = signature.filter((_, i) => i % 2 === 0)
    sharedHeaders.push(...signature, 'access-control-expose-headers', names.join(', '))
  }
  return { body, etag, bodyHeaders, sharedHeaders }
}

/**
 * Adds the headers that sign a body. A 304 has them, too: they replace the headers of the confirmed response,
 * which may be from an earlier load.
 */
export function withSignature<R extends Representation>(representation: R, signature: readonly string[]): R {
  const { body, etag, type, headers } = representation
  return { ...representation, signature, ...withHeaders(body, etag, { type, headers, signature }) }
}

/** Base64url characters of a tag, 144 bits, so that no two bodies with the same tag can be found. */
const TAG_CHARS = 24
