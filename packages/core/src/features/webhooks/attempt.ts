import type { LoggedAlert } from '#features/alerts/alert'
import type { WebhookContext } from '#features/webhooks/context'
import { drop, fail, gone, succeed } from '#features/webhooks/delivery-changes'
import type { DeliveryState, PendingAlert } from '#features/webhooks/delivery-state'
import { toAttempt } from '#features/webhooks/present'
import { type SendOutcome, sendMessage } from '#features/webhooks/send-message'
import type { WebhookSettings } from '#features/webhooks/settings'
import type { Target } from '#features/webhooks/target'
import type { StoredDeliveryState } from '#features/webhooks/webhook-states'
import { pause } from '#kernel/kit/abort'
import { seconds } from '#kernel/kit/time'

/** Number of tries to store the outcome of an attempt, if the store is unavailable. */
const STORE_TRIES = 5

/** Dependencies of an attempt. */
export interface AttemptContext {
  readonly context: WebhookContext
  readonly settings: WebhookSettings
  readonly random: () => number
  /** Aborts the request. Its outcome is then unknown. */
  readonly signal: AbortSignal
}

/**
 * Sends an alert and stores the outcome.
 * @param alert `undefined` if it is no longer in the log.
 * @param latest Returns the last read state of the webhook.
 * @returns The new state, `undefined` if the webhook was deleted in the meantime; and the response time of
 *   the receiver in milliseconds, `undefined` if nothing was sent.
 */
export async function makeAttempt(
  { record }: Target,
  begun: PendingAlert,
  alert: LoggedAlert | undefined,
  latest: () => StoredDeliveryState,
  { context, settings, random, signal }: AttemptContext,
): Promise<{ readonly stored: StoredDeliveryState | undefined; readonly waitedMs: number | undefined }> {
  const { states: webhookStates } = context.webhooks
  const outcome = alert
    ? await sendMessage(record, alert, { ...context, webhooks: settings }, signal)
    : NO_LONGER_LOGGED
  await putAttempt(record.id, begun, alert, outcome, context)
  const { httpStatus: status, durationMs: ms } = outcome
  if (alert)
    context.onEvent({ type: 'webhook_attempt', webhook: record.id, outcome: outcome.outcome, ms, status })
  const change = changeBy(outcome, begun, random())
  const end = (state: DeliveryState) => change(state, context.now())
  const stored = await retry(() => webhookStates.update(record.id, latest(), end), signal)
  if (!alert) context.onEvent({ type: 'webhook_dropped', webhook: record.id, count: 1 })
  if (!stored) await webhookStates.deleteAttempt(record.id, begun.attempt)
  return { stored, waitedMs: alert && ms }
}

/** Stores an attempt. A failing store is only reported, as the state of the webhook is what counts. */
export async function putAttempt(
  id: string,
  begun: PendingAlert,
  alert: LoggedAlert | undefined,
  outcome: SendOutcome | undefined,
  { webhooks, onError }: WebhookContext,
): Promise<void> {
  await webhooks.states.putAttempt(id, toAttempt(begun, alert, outcome)).catch(onError)
}

const NO_LONGER_LOGGED: SendOutcome = {
  outcome: 'failed',
  httpStatus: null,
  durationMs: 0,
  error: 'The alert is no longer in the log.',
  answer: null,
  retryAfterMs: null,
}

function changeBy(
  outcome: SendOutcome,
  { attempt, seq, begunAt }: PendingAlert,
  random: number,
): (state: DeliveryState, now: number) => DeliveryState {
  if (outcome === NO_LONGER_LOGGED) return (state) => drop(state, seq)
  if (outcome.outcome === 'delivered') return (state, now) => succeed(state, { attempt, seq }, now)
  if (outcome.httpStatus === 410) return gone
  const { error, retryAfterMs, isPause } = outcome
  const failure = { attempt, seq, begunAt, error: error ?? '', retryAfterMs, isPause, random }
  return (state, now) => fail(state, failure, now)
}

/** Retries for a few seconds, as an outcome that is not stored is unknown and its alert is sent again. */
async function retry<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries === STORE_TRIES || signal.aborted) throw error
      await pause(seconds(tries), signal)
    }
  }
}
