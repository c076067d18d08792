import { cachedReader } from '#endpoint/cached'
import { declareEndpoint } from '#endpoint/declare-endpoint'
import type { Endpoint, EndpointCall } from '#endpoint/endpoint'
import type { Representation } from '#endpoint/representation'
import type { SiteContext } from '#site/context'

/** Declaration of a document or a file that the instance generates, without an envelope. */
interface DocumentEndpoint
  extends Pick<Endpoint<SiteContext>, 'path' | 'operationId' | 'summary' | 'description' | 'isOffered'>,
    Partial<Pick<Endpoint<SiteContext>, 'tag' | 'pathParameters' | 'problems'>> {
  readonly ttlMs: number
  readonly success: Omit<Endpoint['success'], 'status'>
  readonly render: (call: EndpointCall<SiteContext>) => Representation | Promise<Representation>
}

/** Creates a public GET endpoint for such a document. */
export function documentEndpoint({
  render,
  success,
  ...declaration
}: DocumentEndpoint): Endpoint<SiteContext> {
  const { path, ttlMs } = declaration
  return declareEndpoint<SiteContext>({
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
