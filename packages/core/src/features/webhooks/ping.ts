import { createAlert, type LoggedAlert } from '#features/alerts/alert'
import { factsOf } from '#features/alerts/alert-type'
import { webhookPing } from '#features/alerts/types/service'
import type { WebhookRecord } from '#features/alerts/webhook-records'
import type { WebhookAccess } from '#features/webhooks/access'
import { beginTest, succeed } from '#features/webhooks/delivery-changes'
import { toAttempt } from '#features/webhooks/present'
import { sendMessage } from '#features/webhooks/send-message'
import type { DeliveryAttempt } from '#features/webhooks/webhook'
import { ReceiverRefusedError, WebhookRejectedError } from '#kernel/kit/errors'

/** Returns a test of a webhook: an alert that is never in the log. */
function createPing(id: string, now: number): LoggedAlert {
  const facts = factsOf(webhookPing, {
    subject: id,
    // Two tests within a millisecond are different messages.
    level: crypto.randomUUID(),
    at: now,
    data: { webhook_id: id, url: `/v1/webhooks/${id}` },
  })
  return { ...createAlert(facts), seq: 0 }
}

/**
 * Asserts that a receiver is allowed and responds to a `webhook.ping`.
 * @throws WebhookRejectedError with the reason
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
    throw rejected(`The receiver must respond to the webhook.ping with 2xx, but: ${error}`)
}

/** Sends a `webhook.ping` once and returns the outcome; `undefined` if the account has no such webhook. */
export async function sendTest(
  account: string,
  id: string,
  access: WebhookAccess,
): Promise<DeliveryAttempt | undefined> {
  const { context, settings } = access
  const { webhooks } = context.alerts
  const { states: webhookStates } = context.webhooks
  const found = await access.find(account, id)
  const begun = found && (await webhookStates.update(id, found.stored, beginTest))
  if (!begun) return undefined
  const begunAt = context.now()
  const { attempts: attempt } = begun.state
  const ping = createPing(id, begunAt)
  const outcome = await sendMessage(found.target.record, ping, { ...context, webhooks: settings })
  const made = toAttempt({ attempt, tries: 1, seq: null, begunAt }, ping, outcome)
  await webhookStates.putAttempt(id, made)
  if (outcome.outcome === 'delivered') {
    const at = context.now()
    await webhookStates.update(id, begun, (state) => succeed(state, { attempt, seq: null }, at))
    await webhooks.touch(account)
  }
  return made
}
