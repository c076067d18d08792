import type { WebhookRecord } from '#alerts/webhooks/webhook-records'
import type { ImportRun } from '#host/maintenance/import-run'

/**
 * Stores a webhook that does not exist yet; its deliveries begin with the next alert. Changes an existing one
 * only if the import overwrites, and leaves the state of its deliveries as it is. One that was not changed,
 * or that was deleted within the hour, is a conflict.
 */
export async function importWebhook(account: string, record: WebhookRecord, run: ImportRun): Promise<void> {
  const { context, overwrite, conflicts } = run
  const { webhooks, webhookStates } = context.alerts
  const update = (change: Parameters<typeof webhooks.update>[1]) => webhooks.update(account, change)
  const existing = (await webhooks.ofAccount(account)).find(({ id }) => id === record.id)
  if (!existing && (await webhookStates.begin(record.id))) {
    await update((records) => [...records.filter(({ id }) => id !== record.id), record])
    run.webhooks.created += 1
  } else if (existing && isUnchanged(existing, record)) {
    return
  } else if (existing && overwrite) {
    await update((records) =>
      records.map((each) => (each.id === record.id ? keepNewerSecret(each, record) : each)),
    )
    run.webhooks.overwritten += 1
  } else conflicts.push(record.id)
}

/** Returns the imported record with the secret that was made last: an old one never signs again. */
function keepNewerSecret(existing: WebhookRecord, imported: WebhookRecord): WebhookRecord {
  if (existing.secretVersion <= imported.secretVersion) return imported
  const { secretVersion, rotatedAt } = existing
  return { ...imported, secretVersion, rotatedAt }
}

/** Returns whether an import would change nothing. Parsed records have their members in one order. */
function isUnchanged(existing: WebhookRecord, imported: WebhookRecord): boolean {
  return JSON.stringify(existing) === JSON.stringify(keepNewerSecret(existing, imported))
}
