import { type FoundWebhook, inConfiguration, type WebhookAccess } from '#features/webhooks/access'
import { checkInput } from '#features/webhooks/check-input'
import { checkWatched } from '#features/webhooks/check-watched'
import type { WebhookContext } from '#features/webhooks/context'
import { disable, enable, enqueue, succeed } from '#features/webhooks/delivery-changes'
import type { DeliveryState } from '#features/webhooks/delivery-state'
import { assertReceiver } from '#features/webhooks/ping'
import { matchesIn, type Target } from '#features/webhooks/target'
import type { WebhookChanges } from '#features/webhooks/webhook'
import type { StoredDeliveryState } from '#features/webhooks/webhook-states'
import { InvalidOptionError } from '#kernel/kit/errors'

/** Changes a webhook; returns whether the account has it. */
export async function changeWebhook(
  account: string,
  id: string,
  { status, ...changes }: WebhookChanges,
  access: WebhookAccess,
): Promise<boolean> {
  const found = await access.find(account, id)
  if (!found) return false
  if (status !== undefined && status !== 'active' && status !== 'disabled')
    throw new InvalidOptionError('status: active or disabled')
  await changeRecord(found, changes, access)
  if (status !== undefined) await changeStatus(found, status, access)
  return true
}

async function changeRecord(
  found: FoundWebhook,
  changes: Omit<WebhookChanges, 'status'>,
  access: WebhookAccess,
): Promise<void> {
  const { account, record, isConfigured } = found.target
  const checked = checkInput(changes, access.context.settings)
  if (Object.keys(checked).length === 0) return
  if (isConfigured) throw inConfiguration()
  if (checked.types || checked.parameters) checkWatched({ ...record, ...checked })
  const { url = record.url } = checked
  const isMoved = url !== record.url
  if (isMoved) await assertReceiver({ ...record, url }, access)
  // Alerts logged before belong to the old types.
  await catchUp(found, access)
  await access.updateRecord(account, record.id, (each) => ({ ...each, ...checked }))
  if (isMoved) await recordSuccess(found, access)
}

async function changeStatus(
  { target }: FoundWebhook,
  status: 'active' | 'disabled',
  { context }: WebhookAccess,
): Promise<void> {
  const { log, webhooks } = context.alerts
  const head = await log.head()
  const now = context.now()
  await updateState(target, context, (state) =>
    status === 'active' ? enable(state, head) : disable(state, 'owner', now),
  )
  await webhooks.touch(target.account)
}

/** Queues the alerts logged so far. */
async function catchUp({ target, stored }: FoundWebhook, { context }: WebhookAccess): Promise<void> {
  const { log } = context.alerts
  const { states: webhookStates } = context.webhooks
  const head = await log.head()
  let current: StoredDeliveryState | undefined = stored
  for (let before = -1; current && current.state.cursor > before && before < head; ) {
    before = current.state.cursor
    const matches = matchesIn(target, await log.readRange(target.account, before, head))
    const now = context.now()
    current = await webhookStates.update(target.record.id, current, (state) => enqueue(state, matches, now))
  }
}

/** The new receiver has responded, so failures of the old one are irrelevant, and waiting alerts are due. */
async function recordSuccess({ target }: FoundWebhook, { context }: WebhookAccess): Promise<void> {
  const now = context.now()
  await updateState(target, context, (state) => succeed(state, { attempt: 0, seq: null }, now))
}

async function updateState(
  { record: { id } }: Target,
  { webhooks: { states: webhookStates } }: WebhookContext,
  change: (state: DeliveryState) => DeliveryState,
): Promise<void> {
  const stored = await webhookStates.read(id)
  if (stored) await webhookStates.update(id, stored, change)
}
