import { cachedReader } from '#kernel/endpoint/cached'
import { declareEndpoint } from '#kernel/endpoint/declare-endpoint'
import type { Context, Endpoint, EndpointCall } from '#kernel/endpoint/endpoint'
import type { Representation } from '#kernel/endpoint/representation'

/** Declaration of a document or a file that the instance generates, without an envelope. */
interface DocumentEndpoint<In extends Context>
  extends Pick<Endpoint<In>, 'path' | 'operationId' | 'summary' | 'description' | 'isOffered'>,
    Partial<Pick<Endpoint<In>, 'tag' | 'pathParameters' | 'problems'>> {
  readonly ttlMs: number
  readonly success: Omit<Endpoint['success'], 'status'>
  readonly render: (call: EndpointCall<In>) => Representation | Promise<Representation>
}

/** Creates a public GET endpoint for such a document. */
export function documentEndpoint<In extends Context = Context>({
  render,
  success,
  ...declaration
}: DocumentEndpoint<In>): Endpoint<In> {
  const { path, ttlMs } = declaration
  return declareEndpoint<In>({
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
