import { declareEndpoint } from '#endpoint/declare-endpoint'
import type { Endpoint } from '#endpoint/endpoint'
import type { RawResponse } from '#endpoint/http-message'
import { text } from '#endpoint/schemas'

/** Creates a GET endpoint for programs that watch over the instance: open to all, without a limit. */
export function probe(
  declaration: Pick<Endpoint, 'path' | 'operationId' | 'summary' | 'description' | 'problems' | 'respond'>,
): Endpoint {
  return declareEndpoint({
    ...declaration,
    tag: 'Service',
    access: 'open',
    success: {
      status: 200,
      description: 'It is',
      content: { 'text/plain': text('ok, and what is limited', 'ok') },
    },
  })
}

const encoder = new TextEncoder()

/** The response of a probe that succeeded; no cache may store it. `limits` says what is limited, if anything. */
export function succeeded(limits = ''): RawResponse {
  const body = encoder.encode(`ok${limits}\n`)
  const headers = ['content-type', 'text/plain; charset=utf-8', 'content-length', String(body.byteLength)]
  return { status: 200, headers: [...headers, 'cache-control', 'no-store'], body }
}
