import type { Context } from '#kernel/endpoint/endpoint'
import type { RawResponse } from '#kernel/endpoint/http-message'
import { jsonResponse } from '#kernel/endpoint/json-response'
import { Problem } from '#kernel/kit/problem'
import { isStoreFailure } from '#kernel/storage/store-failure'

/** Version of the specification with which the responses comply. */
const HAPI = '3.3'

/** HTTP status and text of each error, by its HAPI code. */
const REFUSALS = {
  1400: [400, 'user input error'],
  1401: [400, 'unknown request parameter'],
  1402: [400, 'error in start time'],
  1403: [400, 'error in stop time'],
  1404: [400, 'start time equal to or after stop time'],
  1405: [400, 'time outside valid range'],
  1406: [404, 'unknown dataset id'],
  1407: [404, 'unknown dataset parameter'],
  1408: [400, 'too much time or data requested'],
  1409: [400, 'unsupported output format'],
  1410: [400, 'unsupported include value'],
  1411: [400, 'out-of-order or duplicate parameters'],
  1412: [400, 'unsupported resolve_references value'],
  1500: [500, 'internal server error'],
  1501: [503, 'upstream request error'],
} as const satisfies Record<number, readonly [httpStatus: number, text: string]>

/** HAPI code of an error. */
export type RefusalCode = keyof typeof REFUSALS

/** An error as HAPI defines it. `hint` says what was expected and contains nothing of the request. */
export class HapiError extends Error {
  readonly hapiCode: RefusalCode

  constructor(hapiCode: RefusalCode, hint?: string) {
    super(`HAPI error ${hapiCode}: ${REFUSALS[hapiCode][1]}${hint === undefined ? '' : `; ${hint}`}`)
    this.name = 'HapiError'
    this.hapiCode = hapiCode
  }
}

/** The first members of a successful response. */
export function succeeded(isEmpty = false) {
  const status = isEmpty
    ? { code: 1201, message: 'OK - no data for time range' }
    : { code: 1200, message: 'OK' }
  return { HAPI, status }
}

/** Builds the response to a failure, and reports failures that the operator has to fix. */
export function failed(error: unknown, { onError }: Context): RawResponse {
  if (error instanceof HapiError) return refused(error)
  const isUpstream = error instanceof Problem && error.code.startsWith('upstream_')
  // A failure of the central instance is reported where the request to it is made.
  if (!isUpstream) onError(error)
  if (!isUpstream && !isStoreFailure(error)) return refused(new HapiError(1500))
  const response = refused(new HapiError(1501))
  response.headers.push('retry-after', String(error.retryAfterSeconds ?? 30))
  return response
}

function refused({ hapiCode, message }: HapiError): RawResponse {
  return jsonResponse({ HAPI, status: { code: hapiCode, message } }, REFUSALS[hapiCode][0])
}
