import type { LoggedAlert } from '#alerts/alert'
import { nextDueAt } from '#alerts/webhooks/delivery-state'
import type { SendOutcome } from '#alerts/webhooks/send-message'
import { currentKeys } from '#alerts/webhooks/signature'
import type { Webhook, WebhookWithSecret } from '#alerts/webhooks/webhook'
import type { WebhookRecord } from '#alerts/webhooks/webhook-records'
import type { AttemptRecord, DeliveryState, PendingAlert } from '#alerts/webhooks/webhook-states'
import type { WebhookSettings } from '#kit/context'
import { iso } from '#kit/time'

/** Returns a webhook as its owner sees it, without and with its secret. */
export async function present(
  record: WebhookRecord,
  state: DeliveryState,
  settings: WebhookSettings,
): Promise<{ readonly webhook: Webhook; readonly withSecret: WebhookWithSecret }> {
  const { publicKey, secret } = await currentKeys(record, settings)
  const { id, url, types, parameters, description, createdAt } = record
  const next = nextDueAt(state)
  const webhook: Webhook = {
    id,
    url,
    types,
    parameters,
    description,
    createdAt,
    status: state.status,
    disabledReason: state.disabledReason,
    disabledAt: isoOrNull(state.disabledAt),
    failingSince: isoOrNull(state.failingSince),
    lastSuccessAt: isoOrNull(state.lastSuccessAt),
    lastError: state.lastError,
    pending: state.pending.length,
    nextAttemptAt: next === Infinity ? null : iso(next),
    publicKey,
  }
  return { webhook, withSecret: { ...webhook, secret } }
}

/** What is known of an attempt before it is sent. */
export type AttemptStart = Pick<
  AttemptRecord,
  'attempt' | 'tryNumber' | 'alertId' | 'alertType' | 'sequence' | 'startedAt'
>

/** Returns what is known of an attempt at an alert of the log; the alert may not be there any more. */
export function attemptStart(
  { attempt, tries, seq, begunAt }: PendingAlert,
  alert: LoggedAlert | undefined,
): AttemptStart {
  const { id = '', type = '' } = alert ?? {}
  return {
    attempt,
    tryNumber: tries,
    alertId: id,
    alertType: type,
    sequence: seq,
    startedAt: iso(begunAt),
  }
}

/** Returns an attempt with its outcome, if it is known. */
export function attemptRecord(start: AttemptStart, outcome: SendOutcome | undefined): AttemptRecord {
  const { retryAfterMs: _, ...known } = outcome ?? NOTHING_KNOWN
  return { ...start, ...known }
}

const NOTHING_KNOWN = {
  outcome: 'unknown',
  httpStatus: null,
  durationMs: null,
  error: null,
  answer: null,
  retryAfterMs: null,
} as const

function isoOrNull(at: number | null): string | null {
  return at === null ? null : iso(at)
}
