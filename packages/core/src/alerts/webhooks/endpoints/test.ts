import { limitPings } from '#alerts/webhooks/endpoints/ping-limit'
import { deliveryData } from '#alerts/webhooks/endpoints/schemas'
import { webhookEndpoint } from '#alerts/webhooks/endpoints/webhook-endpoint'
import { toDeliveryData } from '#alerts/webhooks/endpoints/wire'

/** Sends a `webhook.ping` now. */
export const testWebhook = webhookEndpoint({
  method: 'POST',
  path: '/{webhook_id}/test',
  operationId: 'testWebhook',
  summary: 'Send a webhook.ping now',
  description: 'The response is 200 whatever the receiver answered: `outcome` says how it went.',
  success: { description: 'How the attempt went', data: deliveryData },
  problems: ['rate_limited'],
  async respond({ account, id, webhooks, context }) {
    await limitPings(account, context)
    const attempt = await webhooks.test(account, id)
    return attempt && { data: toDeliveryData(attempt) }
  },
})
