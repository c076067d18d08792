import { createAlert, type LoggedAlert } from '#alerts/alert'
import { factsOf } from '#alerts/alert-type'
import { webhookPing } from '#alerts/types/service'

/** Returns a test of a webhook: an alert that is never in the log. */
export function createPing(id: string, now: number): LoggedAlert {
  const facts = factsOf(webhookPing, {
    subject: id,
    // Two tests in a millisecond are two messages.
    level: crypto.randomUUID(),
    at: now,
    data: { webhook_id: id, url: `/v1/webhooks/${id}` },
  })
  return { ...createAlert(facts), seq: 0 }
}
