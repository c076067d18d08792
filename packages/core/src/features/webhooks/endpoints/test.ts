import { limitPings } from '#features/webhooks/endpoints/ping-limit'
import { deliveryData } from '#features/webhooks/endpoints/schemas'
import { webhookEndpoint } from '#features/webhooks/endpoints/webhook-endpoint'
import { toDeliveryData } from '#features/webhooks/endpoints/wire'

/** Sends a `webhook.ping`. */
export const testWebhook = webhookEndpoint({
  method: 'POST',
  path: '/{webhook_id}/test',
  operationId: 'testWebhook',
  summary: 'Send a webhook.ping',
  description: 'The response is 200 for any response of the receiver; `outcome` has the result.',
  success: { description: 'Result of the attempt', data: deliveryData },
  problems: ['rate_limited'],
  async respond({ account, id, webhooks, context }) {
    await limitPings(account, context)
    const attempt = await webhooks.test(account, id)
    return attempt && { data: toDeliveryData(attempt) }
  },
})
