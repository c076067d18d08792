import type { GenericSchema } from 'valibot'
import type { WebhookContext } from '#features/webhooks/context'
import { webhookId } from '#features/webhooks/endpoints/schemas'
import { toWebhookProblem } from '#features/webhooks/endpoints/webhook-problem'
import { webhookProblems } from '#features/webhooks/problems'
import type { Webhooks } from '#features/webhooks/webhook'
import { createWebhooks } from '#features/webhooks/webhooks'
import { type AccountEndpoint, accountEndpoint, type Sent } from '#kernel/accounts/account-endpoint'
import { tierOf } from '#kernel/accounts/quota/tiers'
import type { Endpoint, EndpointCall } from '#kernel/endpoint/endpoint'
import { envelopeOf } from '#kernel/endpoint/envelope'

/** Declaration of an operation on the webhooks of an account. */
interface WebhookEndpoint
  extends Omit<
    AccountEndpoint<WebhookContext>,
    'path' | 'tag' | 'missing' | 'respond' | 'isOffered' | 'pathParameters' | 'success'
  > {
  /** Path below `/v1/webhooks`, such as `/{webhook_id}/test`. */
  readonly path: '' | `/{webhook_id}${string}`
  /**
   * The response in case of success: by default 200 with an envelope around `data`; without `data`, no body.
   */
  readonly success: Pick<Endpoint['success'], 'description' | 'headers'> & {
    readonly status?: Endpoint['success']['status']
    readonly data?: GenericSchema
  }
  /** Returns the data to send; `undefined` if the account has no webhook with this id. */
  readonly respond: (call: WebhookCall) => Promise<Sent | undefined>
}

/** The input of an operation. */
interface WebhookCall extends EndpointCall<WebhookContext> {
  readonly account: string
  /** The `webhook_id` of the path; empty if the path has none. */
  readonly id: string
  /** Maximum number of webhooks of the account. */
  readonly limit: number
  readonly webhooks: Webhooks
}

const ROOT = '/v1/webhooks'

/** Creates an endpoint on the webhooks of the account of the key. */
export function webhookEndpoint({
  path,
  respond,
  success,
  ...rest
}: WebhookEndpoint): Endpoint<WebhookContext> {
  const { data, status = 200, ...described } = success
  return accountEndpoint<WebhookContext>({
    tag: 'Webhooks',
    // An account whose tier no longer includes webhooks can still read and delete them.
    ...(!['GET', 'DELETE'].includes(rest.method) && { isIncludedIn: ({ webhooks }) => webhooks > 0 }),
    isOffered: ({ webhooks }) => webhooks !== undefined,
    pathParameters: path === '' ? {} : { webhook_id: webhookId },
    ...rest,
    success: { ...described, status, content: data ? { 'application/json': envelopeOf(data) } : {} },
    path: ROOT + path,
    missing: webhookProblems.webhook_not_found,
    respond: (call) => respond(toWebhookCall(call)).catch(toWebhookProblem),
  })
}

/** Returns the path of a webhook. */
export function pathOf(id: string): string {
  return `${ROOT}/${id}`
}

function toWebhookCall(call: EndpointCall<WebhookContext>): WebhookCall {
  const { context, params, account = '', tier = 'free' } = call
  return {
    ...call,
    account,
    id: String(params['webhook_id'] ?? ''),
    limit: tierOf(tier, context.settings.tiers).webhooks,
    webhooks: createWebhooks(context),
  }
}
