import type { WebhookParameters } from '#alerts/webhooks/webhook-records'

/** A webhook with the state of its deliveries; instants are ISO 8601 UTC. */
export interface Webhook {
  /** `wh_` and 20 base62 characters. */
  readonly id: string
  readonly url: string
  /** Patterns of alert types, such as `geomagnetic.*`. */
  readonly types: readonly string[]
  readonly parameters: WebhookParameters
  readonly description: string | null
  readonly createdAt: string
  /** `disabled`: nothing is sent until it is enabled again. It is never deleted by itself. */
  readonly status: 'active' | 'disabled'
  /** `gone`: it answered 410. `failing`: for five days. `owner`: by its account or the operator. */
  readonly disabledReason: 'gone' | 'failing' | 'owner' | null
  readonly disabledAt: string | null
  /** When the first of the present failures was; `null` if the last attempt succeeded. */
  readonly failingSince: string | null
  readonly lastSuccessAt: string | null
  /** What was wrong at the last failure, such as `HTTP 500`. */
  readonly lastError: string | null
  /** Alerts that wait for their next attempt. */
  readonly pending: number
  /** Alerts that were deleted from the log before they could be delivered, since the webhook was created. */
  readonly dropped: number
  /** When the next attempt is due. */
  readonly nextAttemptAt: string | null
  /** Verifies `v1a` signatures: `whpk_` and the Ed25519 public key in base64. */
  readonly publicKey: string
}

/** A webhook with its secret, which is shown at creation and rotation only. */
export interface WebhookWithSecret extends Webhook {
  /** Verifies `v1` signatures: `whsec_` and 32 bytes in base64. */
  readonly secret: string
}

/** What a caller sets; `types` without members means all public types. */
export interface WebhookInput {
  readonly url: string
  readonly types?: readonly string[]
  readonly parameters?: WebhookParameters
  readonly description?: string | null
}

/** A webhook to create. */
export interface WebhookCreation extends WebhookInput {
  /** For 24 hours, a creation with the same key returns the webhook of the first, as long as it exists. */
  readonly idempotencyKey?: string
}

/** Changes of a webhook; what is absent stays as it is. */
export interface WebhookChanges extends Partial<WebhookInput> {
  /** `active` enables it again; alerts since it was disabled are not sent unless they are replayed. */
  readonly status?: 'active' | 'disabled'
}

/** One attempt to deliver one alert. */
export interface DeliveryAttempt {
  /** From 1, for each webhook; never used twice. */
  readonly attempt: number
  /** Which attempt at this alert it was, from 1. */
  readonly tryNumber: number
  readonly alertId: string
  readonly alertType: string
  /** Position of the alert in the log; `null` for a test. */
  readonly sequence: number | null
  readonly startedAt: string
  /** `unknown`: the process ended before the response came. */
  readonly outcome: 'delivered' | 'failed' | 'unknown'
  readonly httpStatus: number | null
  readonly durationMs: number | null
  readonly error: string | null
  /** The beginning of the response, at most 4 kB. */
  readonly answer: string | null
}

/** Operations on the webhooks of an account. */
export interface Webhooks {
  /** Returns the webhooks of an account, oldest first. */
  list(account: string): Promise<Webhook[]>
  /** Returns a webhook, or `undefined` if the account has none of this id. */
  show(account: string, id: string): Promise<Webhook | undefined>
  /**
   * Sends a `webhook.ping`, which must be answered with 2xx, and creates the webhook.
   * @param limit How many webhooks the account may have.
   * @throws InvalidOptionError if a field is invalid.
   * @throws WebhookRejectedError if the limit is reached, or the receiver is refused or does not answer 2xx.
   */
  add(account: string, input: WebhookCreation, limit: number): Promise<WebhookWithSecret>
  /**
   * Changes a webhook. A new URL is pinged first.
   * @returns `undefined` if the account has none of this id.
   * @throws InvalidOptionError if a field is invalid.
   * @throws WebhookRejectedError if the receiver is refused or does not answer 2xx.
   */
  change(account: string, id: string, changes: WebhookChanges): Promise<Webhook | undefined>
  /** Deletes a webhook with what waits for it; returns whether there was one. */
  delete(account: string, id: string): Promise<boolean>
  /** Sends a `webhook.ping` now and returns how it went. */
  test(account: string, id: string): Promise<DeliveryAttempt | undefined>
  /** Makes a new secret; the old one signs along for 24 hours. */
  rotate(account: string, id: string): Promise<WebhookWithSecret | undefined>
  /** Returns the attempts of the last 30 days, newest first; with `before`, those with lower numbers. */
  deliveries(
    account: string,
    id: string,
    page?: { readonly before?: number; readonly limit?: number },
  ): Promise<DeliveryAttempt[] | undefined>
  /**
   * Sends alerts of the log again, as far as they match, from after the `sequence` named `after`; by default,
   * from where the webhook was disabled last.
   * @returns How many alerts are to be sent.
   */
  replay(
    account: string,
    id: string,
    options?: { readonly after?: number },
  ): Promise<{ readonly queued: number } | undefined>
  /** Counts over all webhooks, for the status page and metrics. */
  summary(): Promise<WebhookSummary>
}

/** Counts over all webhooks of an instance. */
export interface WebhookSummary {
  readonly active: number
  readonly disabled: number
  /** Active ones whose last attempt failed. */
  readonly failing: number
  /** Alerts that wait, over all webhooks. */
  readonly pending: number
  /** When the longest waiting alert was logged, ISO 8601 UTC; `null` if none waits. */
  readonly oldestPendingAt: string | null
}
