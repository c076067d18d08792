import { type LoggedAlert, toMessage } from '#features/alerts/alert'
import type { WebhookRecord } from '#features/alerts/webhook-records'
import { chatMessage } from '#features/webhooks/chat-message'
import { REQUEST_MS } from '#features/webhooks/delivery-state'
import { parseRetryAfter } from '#features/webhooks/retry-schedule'
import type { WebhookSettings } from '#features/webhooks/settings'
import { signatureHeaders } from '#features/webhooks/signature'
import type { WebhookRequest } from '#features/webhooks/webhook-sender'
import { abortable } from '#kernel/kit/abort'
import { SpaceDataError } from '#kernel/kit/errors'
import { SERVICE } from '#kernel/kit/service-name'
import { seconds } from '#kernel/kit/time'

/** Outcome of one request to a receiver. */
export interface SendOutcome {
  readonly outcome: 'delivered' | 'failed'
  readonly httpStatus: number | null
  readonly durationMs: number
  readonly error: string | null
  readonly answer: string | null
  readonly retryAfterMs: number | null
  /** Whether nothing may be sent for `retryAfterMs`, as a chat service requires. */
  readonly isPause?: boolean
}

/** Part of the context that sending needs. */
export interface SendContext {
  readonly webhooks: WebhookSettings
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

const USER_AGENT = `Space-Data-Webhooks/${SERVICE.version}`
/** Milliseconds after which a sender that exceeds its timeout is given up. */
const GIVEN_UP_MS = REQUEST_MS + seconds(2)
/** Maximum number of response characters that are kept. */
const MAX_ANSWER = 4_000

/**
 * Sends an alert once.
 * @returns The outcome; never rejects unless `signal` is aborted.
 */
export async function sendMessage(
  webhook: WebhookRecord,
  alert: LoggedAlert,
  { webhooks, now, onError }: SendContext,
  signal?: AbortSignal,
): Promise<SendOutcome> {
  const startedAt = performance.now()
  const elapsed = () => Math.round(performance.now() - startedAt)
  const failed = (error: string): SendOutcome => {
    const unknown = { httpStatus: null, answer: null, retryAfterMs: null }
    return { outcome: 'failed', ...unknown, durationMs: elapsed(), error }
  }
  try {
    const message = await messageOf(webhook, alert, webhooks, now())
    const request = { ...message, timeoutMs: REQUEST_MS, ...(signal && { signal }) }
    // A sender may ignore both its timeout and the signal.
    const answered = abortable(webhooks.sender.send(request), AbortSignal.timeout(GIVEN_UP_MS))
    const { status, retryAfter, body: answer } = await abortable(answered, signal)
    const isOk = status >= 200 && status < 300
    return {
      outcome: isOk ? 'delivered' : 'failed',
      httpStatus: status,
      durationMs: elapsed(),
      error: isOk ? null : describeStatus(status),
      answer: answer.slice(0, MAX_ANSWER),
      retryAfterMs: parseRetryAfter(retryAfter, now()),
      isPause: status === 429 && webhook.format !== undefined,
    }
  } catch (error) {
    signal?.throwIfAborted()
    // Errors that the sender throws deliberately are failures of the receiver; all other errors are ours.
    if (error instanceof SpaceDataError) return failed(error.message)
    if (isTimeout(error)) return failed('There was no response in time.')
    onError(error)
    return failed('The request could not be sent.')
  }
}

/** Returns the request for an alert: signed, or as a chat service takes it. */
async function messageOf(
  webhook: WebhookRecord,
  alert: LoggedAlert,
  settings: WebhookSettings,
  now: number,
): Promise<Pick<WebhookRequest, 'url' | 'headers' | 'body'>> {
  const common = { 'content-type': 'application/json', 'user-agent': USER_AGENT }
  if (webhook.format) {
    const { url, body } = chatMessage(webhook.format, webhook.url, alert, settings.publicUrl)
    return { url, headers: common, body: JSON.stringify(body) }
  }
  const body = JSON.stringify(toMessage(alert))
  const signed = await signatureHeaders(webhook, settings, alert.id, body, now)
  return { url: webhook.url, headers: { ...common, ...signed }, body }
}

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError'

function describeStatus(status: number): string {
  return status >= 300 && status < 400 ? `HTTP ${status}: redirects are not followed` : `HTTP ${status}`
}
