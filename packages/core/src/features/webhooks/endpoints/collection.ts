import type * as v from 'valibot'
import { alertMessages } from '#features/alerts/alert-message'
import { creation } from '#features/webhooks/endpoints/body'
import { limitPings, PINGS_PER_HOUR } from '#features/webhooks/endpoints/ping-limit'
import { webhookListData, webhookWithSecretData } from '#features/webhooks/endpoints/schemas'
import { pathOf, webhookEndpoint } from '#features/webhooks/endpoints/webhook-endpoint'
import { fromParameterData, toSecretData, toWebhookData } from '#features/webhooks/endpoints/wire'
import { webhookProblems } from '#features/webhooks/problems'
import { createdAt } from '#kernel/accounts/account-endpoint'
import { idempotencyHeader, readIdempotencyKey } from '#kernel/endpoint/idempotency-key'
import { readBody } from '#kernel/endpoint/request-body'

/** Creates a webhook. */
export const createWebhook = webhookEndpoint({
  method: 'POST',
  path: '',
  operationId: 'createWebhook',
  summary: 'Create a webhook',
  description:
    'First sends a `webhook.ping`, to which the receiver must respond with 2xx within 15 s. An account may ' +
    `cause ${PINGS_PER_HOUR} pings per hour. The secret is returned only once, in this response. Messages ` +
    'follow Standard Webhooks 1.0.0. For tiers without webhooks, the response is 403 `tier_required`. The ' +
    'body may have at most 4 KiB.',
  requestBody: creation,
  requestHeaders: idempotencyHeader('webhook'),
  messages: () => alertMessages,
  success: {
    status: 201,
    description: 'The webhook with its secret, which is returned only once',
    data: webhookWithSecretData,
    headers: { location: 'Path of the new webhook' },
  },
  problems: [
    'invalid_parameter',
    webhookProblems.receiver_refused,
    webhookProblems.webhook_limit_reached,
    'idempotency_key_reused',
    'rate_limited',
  ],
  async respond(call) {
    const { account, limit, webhooks, request, context } = call
    const { parameters, ...rest } = await readBody(request, creation)
    const idempotencyKey = readIdempotencyKey(request)
    const input = {
      ...rest,
      ...(parameters && { parameters: fromParameterData(parameters) }),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    }
    await limitPings(account, context)
    const webhook = await webhooks.add(account, input, limit)
    return { data: toSecretData(webhook), headers: createdAt(pathOf(webhook.id), call) }
  },
})

/** Lists the webhooks of the account. */
export const listWebhooks = webhookEndpoint({
  method: 'GET',
  path: '',
  operationId: 'listWebhooks',
  summary: 'List the webhooks of the account',
  success: { description: 'All webhooks of the account, oldest first', data: webhookListData },
  async respond({ account, limit, webhooks }) {
    const list = (await webhooks.list(account)).map(toWebhookData)
    return {
      data: { count: list.length, limit, webhooks: list } satisfies v.InferOutput<typeof webhookListData>,
    }
  },
})
