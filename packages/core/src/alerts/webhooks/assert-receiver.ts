import type { WebhookAccess } from '#alerts/webhooks/access'
import { createPing } from '#alerts/webhooks/ping'
import { sendMessage } from '#alerts/webhooks/send-message'
import type { WebhookRecord } from '#alerts/webhooks/webhook-records'
import { ReceiverRefusedError, WebhookRejectedError } from '#kit/errors'

/**
 * Asserts that a receiver may be sent to, and answers a `webhook.ping`.
 * @throws WebhookRejectedError which says why not
 */
export async function assertReceiver(
  record: WebhookRecord,
  { context, settings }: WebhookAccess,
): Promise<void> {
  const rejected = (message: string) => new WebhookRejectedError('receiver', message)
  try {
    await settings.sender.check(record.url)
  } catch (error) {
    throw error instanceof ReceiverRefusedError ? rejected(error.message) : error
  }
  const ping = createPing(record.id, context.now())
  const { outcome, error } = await sendMessage(record, ping, { ...context, webhooks: settings })
  if (outcome !== 'delivered')
    throw rejected(`The receiver must answer the webhook.ping with 2xx, but: ${error}`)
}
