import { sha256 } from '@noble/hashes/sha2.js'

/** A body made ready once, when its data were loaded: what a snapshot of an answer holds. */
export interface Page {
  readonly body: Uint8Array
  readonly type: string
  /** Strong entity tag of the body, quotes included. */
  readonly etag: string
  /** Headers of this page beyond the common ones, flat. */
  readonly headers: readonly string[]
}

export const JSON_TYPE = 'application/json; charset=utf-8'
const encoder = new TextEncoder()

export function page(text: string, type: string, headers: readonly string[] = []): Page {
  const body = encoder.encode(text)
  return { body, type, etag: `"${base64url(sha256(body).subarray(0, 18))}"`, headers }
}

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

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}
