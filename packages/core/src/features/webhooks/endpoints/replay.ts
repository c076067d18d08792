import { replay } from '#features/webhooks/endpoints/body'
import { replayData } from '#features/webhooks/endpoints/schemas'
import { webhookEndpoint } from '#features/webhooks/endpoints/webhook-endpoint'
import { webhookProblems } from '#features/webhooks/problems'
import { readBody } from '#kernel/endpoint/request-body'

/** Sends alerts of the log again. */
export const replayWebhook = webhookEndpoint({
  method: 'POST',
  path: '/{webhook_id}/replay',
  operationId: 'replayWebhook',
  summary: 'Send alerts again',
  description:
    'Sends matching alerts of the last 30 days after a `sequence` again, with their original ids. Without ' +
    '`after`, it begins where the webhook was last disabled.',
  requestBody: replay,
  success: { status: 202, description: 'The alerts are queued', data: replayData },
  problems: [webhookProblems.webhook_disabled],
  async respond({ account, id, webhooks, request }) {
    const { after } = await readBody(request, replay)
    const begun = await webhooks.replay(account, id, after === undefined ? {} : { after })
    return begun && { data: { queued: begun.queued } }
  },
})
