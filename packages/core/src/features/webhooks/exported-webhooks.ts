import { type WebhookRecord, webhookKind } from '#features/alerts/webhook-records'
import type { WebhookContext } from '#features/webhooks/context'
import { exportedOwned } from '#kernel/accounts/account-records'
import type { Exported, ImportRun } from '#kernel/storage/records/exported'

/** The webhooks, without the states of their deliveries. */
export const exportedWebhooks: Exported<WebhookRecord, WebhookContext> = {
  ...exportedOwned(webhookKind, ({ alerts }: WebhookContext) => alerts.webhooks, importWebhook),
  isOverwritten: true,
}

/**
 * Stores a webhook that does not exist yet. Its deliveries begin with the next alert. An existing webhook is
 * changed only if the import overwrites, and the state of its deliveries stays unchanged. A webhook that
 * could not be changed, or was deleted within the last hour, is a conflict.
 */
async function importWebhook(
  account: string,
  record: WebhookRecord,
  { context, overwrite, count, conflict }: ImportRun<WebhookContext>,
): Promise<void> {
  const { webhooks } = context.alerts
  const { states: webhookStates } = context.webhooks
  const existing = (await webhooks.ofAccount(account)).find(({ id }) => id === record.id)
  if (!existing && (await webhookStates.begin(record.id))) {
    await webhooks.update(account, (records) => [...records.filter(({ id }) => id !== record.id), record])
    count('added', 'webhooks')
  } else if (existing && isUnchanged(existing, record)) {
    return
  } else if (existing && overwrite) {
    await webhooks.update(account, (records) =>
      records.map((each) => (each.id === record.id ? webhookKind.merge(each, record, record.id) : each)),
    )
    count('overwritten', 'webhooks')
  } else conflict(record.id)
}

/** Returns whether an import would change nothing. Parsed records have their members in one order. */
function isUnchanged(existing: WebhookRecord, imported: WebhookRecord): boolean {
  return JSON.stringify(existing) === JSON.stringify(webhookKind.merge(existing, imported, imported.id))
}
