import { representationKind, representationReader } from '#endpoint/data-endpoint'
import type { Endpoint, EndpointCall } from '#endpoint/endpoint'
import type { Representation } from '#endpoint/representation'

/** Declaration of a document or a file that the instance makes by itself, without an envelope. */
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
  return {
    method: 'GET',
    tag: 'Service',
    access: 'public',
    upstreams: [],
    pathParameters: {},
    queryParameters: {},
    problems: [],
    ...declaration,
    success: { status: 200, ...success },
    respond: representationReader(path, (call) =>
      representationKind({ ttlMs, stored: false }, async () => {
        const fetchedAt = call.context.now()
        return { value: await render(call), fetchedAt }
      }),
    ),
  }
}
