import type { WebhookContext } from '#features/webhooks/context'
import { exportedWebhooks } from '#features/webhooks/exported-webhooks'
import type { ExportedKinds } from '#kernel/storage/records/exported'

/** The kinds of records that an export contains. */
export const webhookRecords: ExportedKinds<WebhookContext> = {
  webhooks: exportedWebhooks,
}
