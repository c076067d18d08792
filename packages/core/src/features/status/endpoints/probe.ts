import { declareEndpoint } from '#kernel/endpoint/declare-endpoint'
import type { Context, Endpoint } from '#kernel/endpoint/endpoint'
import type { RawResponse } from '#kernel/endpoint/http-message'
import { text } from '#kernel/endpoint/schemas'

/** Creates a GET endpoint for programs that monitor the instance. It needs no key and has no limit. */
export function probe<In extends Context = Context>(
  declaration: Pick<
    Endpoint<In>,
    'path' | 'operationId' | 'summary' | 'description' | 'problems' | 'respond'
  >,
): Endpoint<In> {
  return declareEndpoint<In>({
    ...declaration,
    tag: 'Service',
    access: 'open',
    success: {
      status: 200,
      description: 'Yes',
      content: { 'text/plain': text('ok, and any limitations', 'ok') },
    },
  })
}

const encoder = new TextEncoder()

/**
 * Returns the response of a successful probe, which no cache may store. `limits` names the limitations, if
 * any.
 */
export function succeeded(limits = ''): RawResponse {
  const body = encoder.encode(`ok${limits}\n`)
  const headers = ['content-type', 'text/plain; charset=utf-8', 'content-length', String(body.byteLength)]
  return { status: 200, headers: [...headers, 'cache-control', 'no-store'], body }
}
