import { envelope } from '#kernel/endpoint/envelope'
import type { RawResponse } from '#kernel/endpoint/http-message'
import { JSON_TYPE, toJsonText } from '#kernel/endpoint/representation'
import { staticData } from '#kernel/endpoint/source'

const encoder = new TextEncoder()

/** Builds a JSON response that no cache may store. */
export function jsonResponse(value: unknown, status = 200): RawResponse {
  const body = encoder.encode(toJsonText(value))
  const length = String(body.byteLength)
  return {
    status,
    headers: ['content-type', JSON_TYPE, 'content-length', length, 'cache-control', 'no-store'],
    body,
  }
}

/**
 * Builds an uncached JSON response with `data` in an envelope that expires at `now`, in epoch milliseconds.
 */
export function uncachedJsonResponse(data: unknown, now: number, status = 200): RawResponse {
  return jsonResponse(envelope(staticData(data, now), 0), status)
}
