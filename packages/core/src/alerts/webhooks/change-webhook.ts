import { type FoundWebhook, inConfiguration, type WebhookAccess } from '#alerts/webhooks/access'
import { assertReceiver } from '#alerts/webhooks/assert-receiver'
import { checkInput } from '#alerts/webhooks/check-input'
import { disable, enable, succeed } from '#alerts/webhooks/delivery-state'
import { fanOut, readRange } from '#alerts/webhooks/fan-out'
import type { WebhookChanges } from '#alerts/webhooks/webhook'
import type { StoredDeliveryState } from '#alerts/webhooks/webhook-states'
import { InvalidOptionError } from '#kit/errors'

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
  const { url = record.url } = checked
  const isMoved = url !== record.url
  if (isMoved) await assertReceiver({ ...record, url }, access)
  // What was logged before belongs to the old types.
  await catchUp(found, access)
  await access.updateRecord(account, record.id, (each) => ({ ...each, ...checked }))
  if (isMoved) await noteSuccess(found, access)
}

async function changeStatus(
  { target }: FoundWebhook,
  status: 'active' | 'disabled',
  access: WebhookAccess,
): Promise<void> {
  const { context, states } = access
  const head = await context.alerts.log.head()
  const now = context.now()
  const known = (await access.read(target))?.stored
  await (known &&
    states.update(target.record.id, known, (state) =>
      status === 'active' ? enable(state, head) : disable(state, 'owner', now),
    ))
  await context.alerts.webhooks.touch(target.account)
}

/** Queues what was logged so far. */
async function catchUp({ target, stored }: FoundWebhook, { context, states }: WebhookAccess): Promise<void> {
  const head = await context.alerts.log.head()
  let current: StoredDeliveryState | undefined = stored
  for (let before = -1; current && current.state.cursor > before && before < head; ) {
    before = current.state.cursor
    const range = await readRange(context.alerts.log, before, head)
    const now = context.now()
    current = await states.update(target.record.id, current, (state) => fanOut(state, target, range, now))
  }
}

/** The new receiver has answered: what the old one failed is no matter, and what waits is due. */
async function noteSuccess({ target }: FoundWebhook, access: WebhookAccess): Promise<void> {
  const stored = (await access.read(target))?.stored
  const now = access.context.now()
  await (stored &&
    access.states.update(target.record.id, stored, (state) => succeed(state, { attempt: 0, seq: null }, now)))
}
