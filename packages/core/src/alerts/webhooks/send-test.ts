import type { WebhookAccess } from '#alerts/webhooks/access'
import { beginTest, succeed } from '#alerts/webhooks/delivery-state'
import { createPing } from '#alerts/webhooks/ping'
import { attemptRecord } from '#alerts/webhooks/present'
import { sendMessage } from '#alerts/webhooks/send-message'
import type { DeliveryAttempt } from '#alerts/webhooks/webhook'
import { iso } from '#kit/time'

/** Sends a `webhook.ping` once, and returns how it went; `undefined` if the account has no such webhook. */
export async function sendTest(
  account: string,
  id: string,
  access: WebhookAccess,
): Promise<DeliveryAttempt | undefined> {
  const { context, states, settings } = access
  const found = await access.find(account, id)
  const begun = found && (await states.update(id, found.stored, beginTest))
  if (!begun) return undefined
  const now = context.now()
  const attempt = begun.state.attempts
  const ping = createPing(id, now)
  const outcome = await sendMessage(found.target.record, ping, { ...context, webhooks: settings })
  const start = {
    attempt,
    tryNumber: 1,
    alertId: ping.id,
    alertType: ping.type,
    sequence: null,
    startedAt: iso(now),
  }
  const record = attemptRecord(start, outcome)
  await states.putAttempt(id, record)
  if (outcome.outcome === 'delivered') {
    const at = context.now()
    await states.update(id, begun, (state) => succeed(state, { attempt, seq: null }, at))
    await context.alerts.webhooks.touch(account)
  }
  return record
}
