import { declareEndpoint } from '#kernel/endpoint/declare-endpoint'
import type { Context, Endpoint, EndpointCall, Reply } from '#kernel/endpoint/endpoint'
import { jsonResponse, uncachedJsonResponse } from '#kernel/endpoint/json-response'
import { Problem, type ProblemName } from '#kernel/kit/problem'

/** Declaration of an operation on resources of an account. */
export interface AccountEndpoint<In extends Context = Context>
  extends Pick<Endpoint, 'method' | 'path' | 'operationId' | 'summary' | 'tag' | 'success'>,
    Partial<
      Pick<
        Endpoint<In>,
        | 'description'
        | 'isIncludedIn'
        | 'isOffered'
        | 'jobUpstreams'
        | 'messages'
        | 'pathParameters'
        | 'queryParameters'
        | 'requestBody'
        | 'requestHeaders'
      >
    > {
  /** Error code for a resource that the account does not have. */
  readonly missing: ProblemName
  /** Error codes in addition to those implied by the path and the body. */
  readonly problems?: readonly ProblemName[]
  /** Returns the data to send; `undefined` if the account has no resource with this id. */
  readonly respond: (call: EndpointCall<In>) => Promise<Sent | undefined>
}

/** Data to send: `data` or a complete `envelope`, and headers of this response, names and values in turn. */
export interface Sent {
  readonly data?: object
  readonly envelope?: object
  readonly headers?: readonly string[]
}

const BODY_PROBLEMS: readonly ProblemName[] = ['invalid_body', 'payload_too_large', 'unsupported_media_type']

/** Creates an endpoint on resources of the account of the key. Its responses are never cached. */
export function accountEndpoint<In extends Context = Context>({
  missing,
  problems = [],
  respond,
  ...rest
}: AccountEndpoint<In>): Endpoint<In> {
  const { path, requestBody, success } = rest
  return declareEndpoint<In>({
    access: 'key',
    isOfAccount: true,
    ...rest,
    problems: [...(path.includes('{') ? [missing] : []), ...(requestBody ? BODY_PROBLEMS : []), ...problems],
    async respond(call) {
      const sent = await respond(call)
      if (!sent) throw new Problem(missing)
      return toReply(sent, success.status, call.context.now())
    },
  })
}

/** Returns the headers of a response that creates the resource at `path`. */
export function createdAt(path: string, { context }: EndpointCall): readonly string[] {
  return ['location', context.settings.base + path, 'access-control-expose-headers', 'location']
}

function toReply({ data, envelope, headers = [] }: Sent, status: number, now: number): Reply {
  const own = ['vary', 'Authorization, X-API-Key', ...headers]
  if (!data && !envelope) return { status, headers: ['cache-control', 'no-store', ...own], body: null }
  const response = envelope ? jsonResponse(envelope, status) : uncachedJsonResponse(data, now, status)
  return { ...response, headers: [...response.headers, ...own] }
}
