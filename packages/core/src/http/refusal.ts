import type { Answer } from '#declare/ask'
import { addCommonHeaders } from '#http/headers'
import { problemAnswer } from '#http/problem-answer'
import { newRequestId } from '#http/request-id'
import { Problem, type ProblemCode } from '#problem'

/** What no path is asked about: the request itself is not one that we take. */
export type Refusal = keyof typeof refusals

const refusals = {
  malformed: {
    status: 400,
    code: 'invalid_parameter',
    message: 'This is not a well-formed HTTP/1.1 request.',
  },
  target: {
    status: 400,
    code: 'invalid_parameter',
    message: 'The request target must be a path that begins with a slash.',
  },
  host: {
    status: 400,
    code: 'invalid_parameter',
    message: 'A request has exactly one Host header: a name or an address, with a port or without.',
  },
  method: { status: 405, code: 'method_not_allowed', message: undefined },
  slow: { status: 408, code: 'invalid_parameter', message: 'The request took too long to arrive.' },
  chunks: {
    status: 413,
    code: 'payload_too_large',
    message: 'The chunk extensions of the body are too long.',
  },
  expectation: {
    status: 417,
    code: 'invalid_parameter',
    message: 'The only expectation that can be met is 100-continue.',
  },
  loop: {
    status: 508,
    code: 'upstream_unavailable',
    message: 'This request has been at this mirror before: mirrors must not stand in a ring.',
  },
  headers: {
    status: 431,
    code: 'payload_too_large',
    message: 'The request line and headers are more than this server accepts.',
  },
} as const satisfies Record<string, { status: number; code: ProblemCode; message: string | undefined }>

const ALLOW = ['allow', 'GET, HEAD, POST, OPTIONS']

/** The answer to a request that is refused before it is routed: the status is HTTP's own, the rest is as ever. */
export function refusalAnswer(refusal: Refusal, method?: string): Answer {
  const { status, code, message } = refusals[refusal]
  const { headers, body } = problemAnswer(new Problem(code, { message }))
  addCommonHeaders(headers, newRequestId())
  if (status === 405) headers.push(...ALLOW)
  return { status, headers, body: method === 'HEAD' ? null : body }
}
