import * as v from 'valibot'
import type { Parameters } from '#kernel/endpoint/endpoint'
import type { RawRequest } from '#kernel/endpoint/http-message'
import { Problem } from '#kernel/kit/problem'

const key = v.pipe(v.string(), v.regex(/^[!-~]{1,255}$/))
const EXPECTED = '1 to 255 printable ASCII characters without spaces'

/** Declares the idempotency header of a creation; `what` is the created resource. */
export function idempotencyHeader(what: string): Parameters {
  const description = `For 24 hours, a request with the same key and body returns the ${what} of the first request: ${EXPECTED}`
  const example = '8e03978e-40d5-43e8-bc93-6894a57f9324'
  return { 'Idempotency-Key': v.pipe(key, v.description(description), v.examples([example])) }
}

/**
 * Returns the idempotency key of a creation, if one was sent.
 * @throws Problem `invalid_parameter`
 */
export function readIdempotencyKey(request: RawRequest): string | undefined {
  const sent = request.header('idempotency-key')
  if (sent === null) return undefined
  if (v.is(key, sent)) return sent
  throw new Problem('invalid_parameter', { message: `Invalid Idempotency-Key: expected ${EXPECTED}.` })
}
