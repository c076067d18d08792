import type { WebhookContext } from '#alerts/webhooks/context'
import { exportedWebhooks } from '#alerts/webhooks/exported-webhooks'
import type { ExportedKinds } from '#storage/records/exported'

/** The kinds of records that an export contains. */
export const webhookRecords: ExportedKinds<WebhookContext> = {
  webhooks: exportedWebhooks,
}
