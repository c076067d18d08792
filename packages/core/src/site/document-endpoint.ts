import { cachedReader } from '#endpoint/cached'
import { declareEndpoint } from '#endpoint/declare-endpoint'
import type { Endpoint, EndpointCall } from '#endpoint/endpoint'
import type { Representation } from '#endpoint/representation'

/** Declaration of a document or a file that the instance generates, without an envelope. */
interface DocumentEndpoint
  extends Pick<Endpoint, 'path' | 'operationId' | 'summary' | 'description' | 'isOffered'>,
    Partial<Pick<Endpoint, 'tag' | 'pathParameters' | 'problems'>> {
  readonly ttlMs: number
  readonly success: Omit<Endpoint['success'], 'status'>
  readonly render: (call: EndpointCall) => Representation | Promise<Representation>
}

/** Creates a public GET endpoint for such a document. */
export function documentEndpoint({ render, success, ...declaration }: DocumentEndpoint): Endpoint {
  const { path, ttlMs } = declaration
  return declareEndpoint({
    tag: 'Service',
    access: 'public',
    ...declaration,
    success: { status: 200, ...success },
    respond: cachedReader(path, (call) => ({
      ttlMs,
      async load() {
        const fetchedAt = call.context.now()
        return { value: await render(call), fetchedAt }
      },
    })),
  })
}
