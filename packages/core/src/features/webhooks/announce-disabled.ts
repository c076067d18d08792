import { createAlert } from '#features/alerts/alert'
import { factsOf } from '#features/alerts/alert-type'
import { webhookDisabled } from '#features/alerts/types/service'
import type { WebhookContext } from '#features/webhooks/context'
import type { Target } from '#features/webhooks/target'
import type { StoredDeliveryState } from '#features/webhooks/webhook-states'
import { iso } from '#kernel/kit/time'

/**
 * Logs that a webhook was disabled, only once even if several processes do so, and stores that it was logged.
 * @returns The state afterwards; `undefined` if the webhook was deleted.
 */
export async function announceDisabled(
  { account, record: { id, url } }: Target,
  stored: StoredDeliveryState,
  { alerts: { log }, webhooks: { states: webhookStates } }: WebhookContext,
): Promise<StoredDeliveryState | undefined> {
  const { announceFrom, disabledAt, disabledReason, failingSince, lastError } = stored.state
  if (announceFrom === null || disabledAt === null || disabledReason === null) return stored
  const facts = factsOf(webhookDisabled, {
    account,
    subject: id,
    level: disabledReason,
    at: disabledAt,
    data: {
      webhook_id: id,
      url: `/v1/webhooks/${id}`,
      receiver_url: url,
      reason: disabledReason,
      failing_since: failingSince === null ? null : iso(failingSince),
      last_error: lastError,
      disabled_at: iso(disabledAt),
    },
  })
  await log.append([createAlert(facts)], announceFrom)
  return webhookStates.update(id, stored, (state) =>
    state.announceFrom === null || state.disabledAt !== disabledAt ? state : { ...state, announceFrom: null },
  )
}
