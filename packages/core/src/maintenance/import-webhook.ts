import type { Context } from '#context'
import type { LineOf } from '#maintenance/lines'
import { WebhookStates } from '#store/repositories/webhook-states'
import type { WebhookRecord } from '#store/repositories/webhooks'
import { initialState } from '#webhooks/delivery-state'

/**
 * Stores a webhook that does not exist yet; its deliveries begin with the next alert. Changes an existing one
 * only with `overwrite`, and leaves the state of its deliveries as it is.
 *
 * @returns `differs` for one that was not changed, or that was deleted within the hour.
 */
export async function importWebhook(
  { account, record }: LineOf<'webhook'>,
  { overwrite }: { readonly overwrite: boolean },
  context: Context,
): Promise<'new' | 'same' | 'overwritten' | 'differs'> {
  const { webhooks } = context
  const existing = (await webhooks.ofAccount(account)).find(({ id }) => id === record.id)
  if (!existing) {
    if (!(await startDeliveries(record.id, context))) return 'differs'
    await webhooks.update(account, (records) => [...records.filter(({ id }) => id !== record.id), record])
    return 'new'
  }
  const merged = keepNewerSecret(existing, record)
  if (isEqual(existing, merged)) return 'same'
  if (!overwrite) return 'differs'
  await webhooks.update(account, (records) =>
    records.map((each) => (each.id === record.id ? keepNewerSecret(each, record) : each)),
  )
  return 'overwritten'
}

/** Stores that nothing was sent yet; returns whether the webhook may be stored. */
async function startDeliveries(id: string, { store, now, alertLog, settings }: Context): Promise<boolean> {
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

function isEqual(a: WebhookRecord, b: WebhookRecord): boolean {
  const sorted = (record: WebhookRecord) =>
    JSON.stringify(record, (_, value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([x], [y]) => (x < y ? -1 : 1)))
        : value,
    )
  return sorted(a) === sorted(b)
}
