import { digest } from '#digest'

/** A body made ready once, when its data were loaded: what a snapshot of an answer holds. */
export interface Page {
  readonly body: Uint8Array
  /** The same as text, if it is short and all ASCII. */
  readonly text: string | undefined
  readonly type: string
  /** Strong entity tag of the body, quotes included. */
  readonly etag: string
  /** Headers of this page beyond those of its body, flat. */
  readonly headers: readonly string[]
  /** On a mirror: the `Cache-Status` that the page came with; ours stands behind it. */
  readonly via?: string
  /** All headers that an answer with this page has whoever asks, flat: type, length, tag, and its own. */
  readonly ready: string[]
  /** The same for a client that has this page already: its tag, and its own. */
  readonly readyUnchanged: string[]
}

export const JSON_TYPE = 'application/json; charset=utf-8'
const encoder = new TextEncoder()

export function page(text: string, type: string, headers: readonly string[] = []): Page {
  const body = encoder.encode(text)
  const etag = `"${digest(body, 'base64url').slice(0, TAG_CHARS)}"`
  const isPlain = body.byteLength === text.length && text.length <= MOST_IN_ONE_PIECE
  const readyUnchanged = ['etag', etag, ...headers]
  const ready = ['content-type', type, 'content-length', String(body.byteLength), ...readyUnchanged]
  return { body, text: isPlain ? text : undefined, type, etag, headers, ready, readyUnchanged }
}

/** Node copies up to 16 KiB, headers included, into one piece; of more than that a second copy is not worth its memory. */
const MOST_IN_ONE_PIECE = 14_000

/** 144 bits: nobody finds two bodies with one tag. */
const TAG_CHARS = 24

/** A page as text, for the store; the tag is made anew from it. */
export const storedPage = {
  encode: ({ body, type, headers }: Page): unknown => ({
    text: new TextDecoder().decode(body),
    type,
    headers,
  }),
  decode(stored: unknown): Page {
    const { text, type, headers } = stored as { text: string; type: string; headers: string[] }
    return page(text, type, headers)
  },
}
