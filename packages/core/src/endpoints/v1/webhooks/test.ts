import { envelopeOf } from '#declare/envelope'
import { limitPings } from '#endpoints/v1/webhooks/ping-limit'
import { deliveryData } from '#endpoints/v1/webhooks/schemas'
import { webhookEndpoint } from '#endpoints/v1/webhooks/webhook-endpoint'
import { toDeliveryData } from '#endpoints/v1/webhooks/wire'

/** Sends a `webhook.ping` now. */
export const testWebhook = webhookEndpoint({
  method: 'POST',
  path: '/{webhook_id}/test',
  operationId: 'testWebhook',
  summary: 'Send a webhook.ping now',
  description: 'The response is 200 whatever the receiver answered: `outcome` says how it went.',
  success: {
    status: 200,
    description: 'How the attempt went',
    content: { 'application/json': envelopeOf(deliveryData) },
  },
  problems: ['rate_limited'],
  async respond({ account, id, webhooks, context }) {
    await limitPings(account, context)
    const attempt = await webhooks.test(account, id)
    return attempt && { data: toDeliveryData(attempt) }
  },
})
