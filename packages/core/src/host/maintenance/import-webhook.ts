import { initialState } from '#alerts/webhooks/delivery-state'
import type { WebhookRecord } from '#alerts/webhooks/webhook-records'
import { WebhookStates } from '#alerts/webhooks/webhook-states'
import type { ImportRun } from '#host/maintenance/import-run'
import type { Context } from '#kit/context'

/**
 * Stores a webhook that does not exist yet; its deliveries begin with the next alert. Changes an existing one
 * only if the import overwrites, and leaves the state of its deliveries as it is. One that was not changed,
 * or that was deleted within the hour, is a conflict.
 */
export async function importWebhook(account: string, record: WebhookRecord, run: ImportRun): Promise<void> {
  const { context, overwrite, conflicts } = run
  const update = (change: Parameters<typeof context.alerts.webhooks.update>[1]) =>
    context.alerts.webhooks.update(account, change)
  const existing = (await context.alerts.webhooks.ofAccount(account)).find(({ id }) => id === record.id)
  if (!existing && (await startDeliveries(record.id, context))) {
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

/** Stores that nothing was sent yet; returns whether the webhook may be stored. */
async function startDeliveries(
  id: string,
  { store, now, alerts: { log: alertLog }, settings }: Context,
): Promise<boolean> {
  const states = new WebhookStates(store, now)
  const initial = { text: '', state: initialState(settings.originsId, await alertLog.head()) }
  return (await states.update(id, initial, (state) => ({ ...state }))) !== undefined
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
