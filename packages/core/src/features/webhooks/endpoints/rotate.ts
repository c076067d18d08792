import { webhookWithSecretData } from '#features/webhooks/endpoints/schemas'
import { webhookEndpoint } from '#features/webhooks/endpoints/webhook-endpoint'
import { toSecretData } from '#features/webhooks/endpoints/wire'

/** Creates a new secret. */
export const rotateWebhookSecret = webhookEndpoint({
  method: 'POST',
  path: '/{webhook_id}/rotate',
  operationId: 'rotateWebhookSecret',
  summary: 'Create a new secret',
  description: 'For 24 hours, messages are signed with both the new secret and the previous one.',
  success: {
    description: 'The webhook with its new secret, which is returned only once',
    data: webhookWithSecretData,
  },
  async respond({ account, id, webhooks }) {
    const webhook = await webhooks.rotate(account, id)
    return webhook && { data: toSecretData(webhook) }
  },
})
