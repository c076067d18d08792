import type { LoggedAlert } from '#features/alerts/alert'
import type { WebhookRecord } from '#features/alerts/webhook-records'
import { type DeliveryState, nextDueAt, type PendingAlert } from '#features/webhooks/delivery-state'
import type { SendOutcome } from '#features/webhooks/send-message'
import type { WebhookSettings } from '#features/webhooks/settings'
import { currentKeys } from '#features/webhooks/signature'
import type { DeliveryAttempt, Webhook, WebhookWithSecret } from '#features/webhooks/webhook'
import { iso } from '#kernel/kit/time'

/** Returns a webhook in the form for its owner, without and with its secret. */
export async function present(
  record: WebhookRecord,
  state: DeliveryState,
  settings: WebhookSettings,
): Promise<{ readonly webhook: Webhook; readonly withSecret: WebhookWithSecret }> {
  const { publicKey, secret } = await currentKeys(record, settings)
  const { id, url, types, parameters, description, format = 'standard', createdAt } = record
  const next = nextDueAt(state)
  const webhook: Webhook = {
    id,
    url,
    types,
    parameters,
    description,
    format,
    createdAt,
    status: state.status,
    disabledReason: state.disabledReason,
    disabledAt: isoOrNull(state.disabledAt),
    failingSince: isoOrNull(state.failingSince),
    lastSuccessAt: isoOrNull(state.lastSuccessAt),
    lastError: state.lastError,
    pending: state.pending.length,
    dropped: state.dropped,
    nextAttemptAt: next === Infinity ? null : iso(next),
    publicKey,
  }
  return { webhook, withSecret: { ...webhook, secret } }
}

/**
 * Returns an attempt in the form that is stored and shown. `alert` may be deleted by now, and `outcome` may
 * be unknown.
 */
export function toAttempt(
  {
    attempt,
    tries,
    seq,
    begunAt,
  }: Pick<PendingAlert, 'attempt' | 'tries' | 'begunAt'> & {
    /** `null` for a test. */
    readonly seq: number | null
  },
  alert: LoggedAlert | undefined,
  outcome: SendOutcome | undefined,
): DeliveryAttempt {
  return {
    attempt,
    tryNumber: tries,
    alertId: alert?.id ?? '',
    alertType: alert?.type ?? '',
    sequence: seq,
    startedAt: iso(begunAt),
    outcome: outcome?.outcome ?? 'unknown',
    httpStatus: outcome?.httpStatus ?? null,
    durationMs: outcome?.durationMs ?? null,
    error: outcome?.error ?? null,
    answer: outcome?.answer ?? null,
  }
}

function isoOrNull(at: number | null): string | null {
  return at === null ? null : iso(at)
}
