import type { Answer } from '#declare/ask'
import { addCommonHeaders, PREFLIGHT } from '#http/headers'
import { problemAnswer } from '#http/problem-answer'
import { newRequestId } from '#http/request-id'
import { Problem } from '#problem'

/** What no path is asked about: the request itself is not one that we take. */
export type Refusal = keyof typeof refusals

const refusals = {
  malformed: new Problem('malformed_request'),
  target: new Problem('malformed_request', {
    message:
      'The request target must be a path that begins with a slash, or an http URL, without a fragment.',
  }),
  host: new Problem('malformed_request', {
    message: 'A request has exactly one Host header: a name or an address, with a port or without.',
  }),
  coding: new Problem('malformed_request', {
    message: 'The only transfer coding is chunked, once and in HTTP/1.1.',
  }),
  method: new Problem('method_not_allowed'),
  slow: new Problem('request_timeout'),
  chunks: new Problem('payload_too_large', { message: 'The chunk extensions of the body are too long.' }),
  expectation: new Problem('expectation_failed'),
  requests: new Problem('rate_limited', {
    message: 'This connection has had all the requests that one may have: open another.',
    retryAfterSeconds: 1,
  }),
  loop: new Problem('loop_detected'),
  headers: new Problem('headers_too_large'),
} as const satisfies Record<string, Problem>

const ALLOW = ['allow', 'GET, HEAD, POST, OPTIONS']

/** The answer to a request that is refused before it is routed. */
export function refusalAnswer(refusal: Refusal, method?: string): Answer {
  const { status, headers, body } = problemAnswer(refusals[refusal])
  addCommonHeaders(headers, newRequestId())
  if (status === 405) headers.push(...ALLOW)
  return { status, headers, body: method === 'HEAD' ? null : body }
}

/** The answer to `OPTIONS *`, which asks about the server as a whole. */
export function serverOptionsAnswer(): Answer {
  const headers = [...ALLOW, ...PREFLIGHT]
  addCommonHeaders(headers, newRequestId())
  return { status: 204, headers, body: null }
}
