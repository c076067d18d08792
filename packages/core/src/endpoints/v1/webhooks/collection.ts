import * as v from 'valibot'
import { envelopeOf } from '#declare/envelope'
import type { RawRequest } from '#declare/http-message'
import { expectedOf } from '#declare/schemas'
import { creation, readBody } from '#endpoints/v1/webhooks/body'
import { limitPings, PINGS_PER_HOUR } from '#endpoints/v1/webhooks/ping-limit'
import { webhookListData, webhookWithSecretData } from '#endpoints/v1/webhooks/schemas'
import { locationOf, webhookEndpoint } from '#endpoints/v1/webhooks/webhook-endpoint'
import { fromParameterData, toSecretData, toWebhookData } from '#endpoints/v1/webhooks/wire'
import { Problem } from '#problem'

const idempotencyKey = v.pipe(
  v.string(),
  v.regex(/^[!-~]{1,255}$/),
  v.description(
    'For 24 hours, a request with the same key returns the webhook of the first: 1 to 255 printable ASCII ' +
      'characters without spaces',
  ),
  v.examples(['8e03978e-40d5-43e8-bc93-6894a57f9324']),
)

/** Creates a webhook. */
export const createWebhook = webhookEndpoint({
  method: 'POST',
  path: '',
  operationId: 'createWebhook',
  summary: 'Create a webhook',
  description:
    'Sends a `webhook.ping` first, which the receiver must answer with 2xx within 15 s; an account may cause ' +
    `${PINGS_PER_HOUR} pings an hour. The secret is shown only now. Messages follow Standard Webhooks 1.0.0. ` +
    'Tiers without webhooks get 403 `tier_required`. The body is at most 4 KiB.',
  requestBody: creation,
  requestHeaders: { 'Idempotency-Key': idempotencyKey },
  success: {
    status: 201,
    description: 'The webhook with its secret, which is shown only now',
    content: { 'application/json': envelopeOf(webhookWithSecretData) },
    headers: { location: 'Path of the webhook' },
  },
  problems: ['invalid_parameter', 'receiver_refused', 'webhook_limit_reached', 'rate_limited'],
  async respond(call) {
    const { account, limit, webhooks, request, context } = call
    const { parameters, ...rest } = await readBody(request, creation)
    const input = {
      ...rest,
      ...(parameters && { parameters: fromParameterData(parameters) }),
      ...readIdempotencyKey(request),
    }
    await limitPings(account, context)
    const webhook = await webhooks.add(account, input, limit)
    const location = ['location', locationOf(webhook.id, call), 'access-control-expose-headers', 'location']
    return { data: toSecretData(webhook), headers: location }
  },
})

function readIdempotencyKey(request: RawRequest): { readonly idempotencyKey?: string } {
  const key = request.header('idempotency-key')
  if (key === null) return {}
  if (v.is(idempotencyKey, key)) return { idempotencyKey: key }
  const message = `Invalid Idempotency-Key: expected ${expectedOf(idempotencyKey)}.`
  throw new Problem('invalid_parameter', { message })
}

/** Lists the webhooks of the account. */
export const listWebhooks = webhookEndpoint({
  method: 'GET',
  path: '',
  operationId: 'listWebhooks',
  summary: 'The webhooks of the account',
  success: {
    status: 200,
    description: 'All webhooks of the account, oldest first',
    content: { 'application/json': envelopeOf(webhookListData) },
  },
  async respond({ account, limit, webhooks }) {
    const list = (await webhooks.list(account)).map(toWebhookData)
    return {
      data: { count: list.length, limit, webhooks: list } satisfies v.InferOutput<typeof webhookListData>,
    }
  },
})
