import type { Answer } from '#declare/ask'
import { envelope } from '#declare/envelope'
import { JSON_TYPE } from '#declare/page'
import { ownData } from '#declare/source'

const encoder = new TextEncoder()

/** A JSON answer of this moment, which no cache may keep. */
export function jsonAnswer(value: unknown): Answer {
  const body = encoder.encode(JSON.stringify(value))
  const length = String(body.byteLength)
  return {
    status: 200,
    headers: ['content-type', JSON_TYPE, 'content-length', length, 'cache-control', 'no-store'],
    body,
  }
}

/** The same around a fact of this moment: it is stale at once. */
export function momentaryAnswer(data: unknown, now: number): Answer {
  return jsonAnswer(envelope(ownData(data, now), 0))
}
