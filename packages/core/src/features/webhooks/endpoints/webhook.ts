import { change } from '#features/webhooks/endpoints/body'
import { limitPings } from '#features/webhooks/endpoints/ping-limit'
import { webhookData } from '#features/webhooks/endpoints/schemas'
import { webhookEndpoint } from '#features/webhooks/endpoints/webhook-endpoint'
import { fromParameterData, toWebhookData } from '#features/webhooks/endpoints/wire'
import { webhookProblems } from '#features/webhooks/problems'
import { readBody } from '#kernel/endpoint/request-body'

const success = { description: 'The webhook with the state of its deliveries', data: webhookData }

/** Returns a webhook of the account. */
export const getWebhook = webhookEndpoint({
  method: 'GET',
  path: '/{webhook_id}',
  operationId: 'getWebhook',
  summary: 'Get a webhook with the state of its deliveries',
  success,
  async respond({ account, id, webhooks }) {
    const webhook = await webhooks.show(account, id)
    return webhook && { data: toWebhookData(webhook) }
  },
})

/** Changes a webhook of the account. */
export const updateWebhook = webhookEndpoint({
  method: 'PATCH',
  path: '/{webhook_id}',
  operationId: 'updateWebhook',
  summary: 'Change, disable or enable a webhook',
  description:
    'Absent members stay unchanged. `parameters` is replaced as a whole, and null deletes `description`. A ' +
    'new URL first receives a `webhook.ping`. Alerts logged while the webhook was disabled are not sent ' +
    'when it is enabled; use a replay to send them.',
  requestBody: change,
  success,
  problems: [webhookProblems.receiver_refused, 'rate_limited'],
  async respond({ account, id, webhooks, request, context }) {
    const { parameters, ...rest } = await readBody(request, change)
    const changes = { ...rest, ...(parameters && { parameters: fromParameterData(parameters) }) }
    if (changes.url !== undefined) await limitPings(account, context)
    const webhook = await webhooks.change(account, id, changes)
    return webhook && { data: toWebhookData(webhook) }
  },
})

/** Deletes a webhook of the account. */
export const deleteWebhook = webhookEndpoint({
  method: 'DELETE',
  path: '/{webhook_id}',
  operationId: 'deleteWebhook',
  summary: 'Delete a webhook',
  description: 'Alerts that wait for their next attempt are no longer sent.',
  success: { status: 204, description: 'The webhook is deleted' },
  async respond({ account, id, webhooks }) {
    return (await webhooks.delete(account, id)) ? {} : undefined
  },
})
