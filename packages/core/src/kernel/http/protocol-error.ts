import type { RawResponse } from '#kernel/endpoint/http-message'
import { addCommonHeaders, METHODS, PREFLIGHT } from '#kernel/http/headers'
import { problemResponse } from '#kernel/http/problem-response'
import { newRequestId } from '#kernel/http/request-id'
import { Problem } from '#kernel/kit/problem'

/** A reason to reject a request before it is routed. */
export type ProtocolError = keyof typeof protocolErrors

const protocolErrors = {
  malformed: new Problem('malformed_request'),
  target: new Problem('malformed_request', {
    message:
      'Invalid request target: expected a path that begins with a slash, or an http URL, without a fragment.',
  }),
  host: new Problem('malformed_request', {
    message: 'Invalid Host header: expected exactly one, with a name or an address and an optional port.',
  }),
  transferCoding: new Problem('malformed_request', {
    message: 'Invalid Transfer-Encoding: expected chunked, once and in HTTP/1.1.',
  }),
  method: new Problem('method_not_allowed'),
  timeout: new Problem('request_timeout'),
  chunkExtensions: new Problem('payload_too_large', {
    message: 'The chunk extensions of the request body are too long. Send the body without them.',
  }),
  expectation: new Problem('expectation_failed'),
  loop: new Problem('loop_detected'),
  chain: new Problem('loop_detected', {
    message: 'Loop detected: the CDN-Loop header has too many members or characters, or is not ASCII.',
  }),
  headers: new Problem('headers_too_large'),
} as const satisfies Record<string, Problem>

const ALLOW = ['allow', METHODS]

/** Builds the response to a request that is rejected before it is routed. */
export function protocolErrorResponse(protocolError: ProtocolError, method?: string): RawResponse {
  const { status, headers, body } = problemResponse(protocolErrors[protocolError])
  addCommonHeaders(headers, newRequestId())
  if (status === 405) headers.push(...ALLOW)
  return { status, headers, body: method === 'HEAD' ? null : body }
}

/** Builds the response to `OPTIONS *`. */
export function serverOptionsResponse(): RawResponse {
  const headers = [...ALLOW, ...PREFLIGHT]
  addCommonHeaders(headers, newRequestId())
  return { status: 204, headers, body: null }
}
