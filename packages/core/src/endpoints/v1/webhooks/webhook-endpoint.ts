import type { Endpoint, EndpointCall, Reply } from '#declare/endpoint'
import { uncachedJsonResponse } from '#declare/json-response'
import { webhookId } from '#endpoints/v1/webhooks/schemas'
import { toWebhookProblem } from '#endpoints/v1/webhooks/webhook-problem'
import { tierOf } from '#keys/tiers'
import { Problem, type ProblemCode } from '#problem'
import { createWebhooks } from '#webhooks/index'
import type { Webhooks } from '#webhooks/webhook'

/** Declaration of an operation on the webhooks of an account. */
interface WebhookEndpoint
  extends Pick<Endpoint, 'method' | 'operationId' | 'summary' | 'success'>,
    Partial<Pick<Endpoint, 'description' | 'queryParameters' | 'requestBody' | 'requestHeaders'>> {
  /** Path below `/v1/webhooks`, such as `/{webhook_id}/test`. */
  readonly path: '' | `/{webhook_id}${string}`
  /** Error codes beyond those of all operations on webhooks. */
  readonly problems?: readonly ProblemCode[]
  /** Returns what is sent; `undefined` if the account has no webhook of this id. */
  readonly respond: (call: WebhookCall) => Promise<Sent | undefined>
}

/** The input of an operation. */
interface WebhookCall extends EndpointCall {
  readonly account: string
  /** The `webhook_id` of the path; empty where it has none. */
  readonly id: string
  /** How many webhooks the account may have; at least 1. */
  readonly limit: number
  readonly webhooks: Webhooks
}

/** What is sent: `data`, and headers of this response alone, names and values in turn. */
interface Sent {
  readonly data?: object
  readonly headers?: readonly string[]
}

const ROOT = '/v1/webhooks'
const BODY_PROBLEMS: readonly ProblemCode[] = ['invalid_body', 'payload_too_large', 'unsupported_media_type']

/** Creates an endpoint on the webhooks of the account of the key. Its responses are never cached. */
export function webhookEndpoint({ path, problems = [], respond, ...rest }: WebhookEndpoint): Endpoint {
  const isOfOne = path !== ''
  return {
    tag: 'Webhooks',
    access: 'key',
    isOfAccount: true,
    isIncludedIn: ({ webhooks }) => webhooks > 0,
    upstreams: [],
    pathParameters: isOfOne ? { webhook_id: webhookId } : {},
    queryParameters: {},
    isOffered: ({ webhooks }) => webhooks !== undefined,
    ...rest,
    path: ROOT + path,
    problems: [
      ...(isOfOne ? (['webhook_not_found'] as const) : []),
      ...(rest.requestBody ? BODY_PROBLEMS : []),
      ...problems,
    ],
    async respond(call) {
      const sent = await respond(toWebhookCall(call)).catch(toWebhookProblem)
      if (!sent) throw new Problem('webhook_not_found')
      return toReply(sent, rest.success.status, call.context.now())
    },
  }
}

/** Returns the path of a webhook for the `Location` header. */
export function locationOf(id: string, { context }: EndpointCall): string {
  return `${context.settings.base}${ROOT}/${id}`
}

function toWebhookCall(call: EndpointCall): WebhookCall {
  const { context, params, account = '', tier = 'free' } = call
  return {
    ...call,
    account,
    id: String(params['webhook_id'] ?? ''),
    limit: tierOf(tier, context.settings.tiers).webhooks,
    webhooks: createWebhooks(context),
  }
}

function toReply({ data, headers = [] }: Sent, status: number, now: number): Reply {
  const own = ['vary', 'Authorization, X-API-Key', ...headers]
  if (!data) return { status, headers: ['cache-control', 'no-store', ...own], body: null }
  const response = uncachedJsonResponse(data, now, status)
  return { ...response, headers: [...response.headers, ...own] }
}
