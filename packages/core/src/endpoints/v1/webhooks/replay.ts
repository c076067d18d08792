import { envelopeOf } from '#declare/envelope'
import { readBody } from '#endpoints/request-body'
import { replay } from '#endpoints/v1/webhooks/body'
import { replayData } from '#endpoints/v1/webhooks/schemas'
import { webhookEndpoint } from '#endpoints/v1/webhooks/webhook-endpoint'

/** Sends alerts of the log again. */
export const replayWebhook = webhookEndpoint({
  method: 'POST',
  path: '/{webhook_id}/replay',
  operationId: 'replayWebhook',
  summary: 'Send alerts again',
  description:
    'Sends the alerts of the last 30 days after a `sequence` again, as far as they match, under their ids. ' +
    'Without `after` it begins where the webhook was disabled last.',
  requestBody: replay,
  success: {
    status: 202,
    description: 'The alerts are to be sent',
    content: { 'application/json': envelopeOf(replayData) },
  },
  problems: ['webhook_disabled'],
  async respond({ account, id, webhooks, request }) {
    const { after } = await readBody(request, replay)
    const begun = await webhooks.replay(account, id, after === undefined ? {} : { after })
    return begun && { data: { queued: begun.queued } }
  },
})
