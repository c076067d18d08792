import type { Answer } from '#declare/ask'
import { JSON_TYPE } from '#declare/page'
import { iso } from '#time'

const encoder = new TextEncoder()

/** A JSON answer of this moment, which no cache may keep. */
export function jsonAnswer(value: unknown, headers: readonly string[] = []): Answer {
  const body = encoder.encode(JSON.stringify(value))
  return {
    status: 200,
    headers: [
      ...['content-type', JSON_TYPE, 'content-length', String(body.byteLength), 'cache-control', 'no-store'],
      ...headers,
    ],
    body,
  }
}

/** The envelope around a fact of this moment: it is stale at once. */
export function momentary(data: unknown, now: number): object {
  return { source: 'Space-Data', fetched_at: iso(now), valid_until: iso(now), data }
}
