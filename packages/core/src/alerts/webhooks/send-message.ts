import { type AlertMessage, type LoggedAlert, toMessage } from '#alerts/alert'
import { REQUEST_MS } from '#alerts/webhooks/delivery-state'
import { parseRetryAfter } from '#alerts/webhooks/retry-schedule'
import type { WebhookSettings } from '#alerts/webhooks/settings'
import { signatureHeaders } from '#alerts/webhooks/signature'
import type { WebhookRecord } from '#alerts/webhooks/webhook-records'
import { abortable } from '#kit/abort'
import { SpaceDataError } from '#kit/errors'
import { SERVICE } from '#kit/service-name'
import { seconds } from '#kit/time'

/** Outcome of one request to a receiver. */
export interface SendOutcome {
  readonly outcome: 'delivered' | 'failed'
  readonly httpStatus: number | null
  readonly durationMs: number
  readonly error: string | null
  readonly answer: string | null
  readonly retryAfterMs: number | null
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
 * Signs an alert and sends it once.
 * @returns The outcome; never rejects unless `signal` is aborted.
 */
export async function sendMessage(
  webhook: WebhookRecord,
  alert: LoggedAlert,
  { webhooks, now, onError }: SendContext,
  signal?: AbortSignal,
): Promise<SendOutcome> {
  const message: AlertMessage = toMessage(alert)
  const body = JSON.stringify(message)
  const startedAt = performance.now()
  const elapsed = () => Math.round(performance.now() - startedAt)
  const failed = (error: string): SendOutcome => {
    const unknown = { httpStatus: null, answer: null, retryAfterMs: null }
    return { outcome: 'failed', ...unknown, durationMs: elapsed(), error }
  }
  try {
    const headers = {
      'content-type': 'application/json',
      'user-agent': USER_AGENT,
      ...(await signatureHeaders(webhook, webhooks, message.id, body, now())),
    }
    const request = { url: webhook.url, headers, body, timeoutMs: REQUEST_MS, ...(signal && { signal }) }
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

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError'

function describeStatus(status: number): string {
  return status >= 300 && status < 400 ? `HTTP ${status}: redirects are not followed` : `HTTP ${status}`
}
