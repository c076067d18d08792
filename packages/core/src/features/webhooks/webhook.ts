import type { WebhookFormat, WebhookParameters } from '#features/alerts/webhook-records'

/** A webhook with the state of its deliveries; instants are ISO 8601 UTC. */
export interface Webhook {
  /** `wh_` and 20 base62 characters. */
  readonly id: string
  readonly url: string
  /** Patterns of alert types, such as `geomagnetic.*`. */
  readonly types: readonly string[]
  readonly parameters: WebhookParameters
  readonly description: string | null
  readonly format: WebhookFormat
  readonly createdAt: string
  /** `disabled`: nothing is sent until it is enabled again. Webhooks are never deleted automatically. */
  readonly status: 'active' | 'disabled'
  /**
   * `gone`: the receiver responded with 410. `failing`: it failed for five days. `owner`: disabled by its
   * account or the operator.
   */
  readonly disabledReason: 'gone' | 'failing' | 'owner' | null
  readonly disabledAt: string | null
  /** Time of the first failure since the last success; `null` if the last attempt succeeded. */
  readonly failingSince: string | null
  readonly lastSuccessAt: string | null
  /** Error of the last failure, such as `HTTP 500`. */
  readonly lastError: string | null
  /** Number of alerts that wait for their next attempt. */
  readonly pending: number
  /** Number of alerts deleted from the log before they could be delivered, since the webhook was created. */
  readonly dropped: number
  /** Time at which the next attempt is due. */
  readonly nextAttemptAt: string | null
  /** Key that verifies `v1a` signatures: `whpk_` and the Ed25519 public key in base64. */
  readonly publicKey: string
}

/** A webhook with its secret, which is returned only at creation and rotation. */
export interface WebhookWithSecret extends Webhook {
  /** Key that verifies `v1` signatures: `whsec_` and 32 bytes in base64. */
  readonly secret: string
}

/** Settings made by a caller. An empty list of `types` means all public types. */
export interface WebhookInput {
  readonly url: string
  readonly types?: readonly string[]
  readonly parameters?: WebhookParameters
  readonly description?: string | null
}

/** A webhook to create. */
export interface WebhookCreation extends WebhookInput {
  /** `standard` is signed; a chat service gets messages of its own format. Never changes. @default 'standard' */
  readonly format?: WebhookFormat
  /**
   * For 24 hours, a creation with the same key returns the webhook of the first creation, as long as it
   * exists.
   */
  readonly idempotencyKey?: string
}

/** Changes of a webhook. Absent members stay unchanged. */
export interface WebhookChanges extends Partial<WebhookInput> {
  /** `active` enables it again. Alerts logged while it was disabled are sent only by a replay. */
  readonly status?: 'active' | 'disabled'
}

/** One attempt to deliver one alert. */
export interface DeliveryAttempt {
  /** Number of the attempt, starting at 1 for each webhook; never reused. */
  readonly attempt: number
  /** Number of the attempt for this alert, starting at 1. */
  readonly tryNumber: number
  readonly alertId: string
  readonly alertType: string
  /** Position of the alert in the log; `null` for a test. */
  readonly sequence: number | null
  readonly startedAt: string
  /** `unknown`: the process ended before the response arrived. */
  readonly outcome: 'delivered' | 'failed' | 'unknown'
  readonly httpStatus: number | null
  readonly durationMs: number | null
  readonly error: string | null
  /** The beginning of the response body, at most 4 kB. */
  readonly answer: string | null
}

/** Operations on the webhooks of an account. */
export interface Webhooks {
  /** Returns the webhooks of an account, oldest first. */
  list(account: string): Promise<Webhook[]>
  /** Returns a webhook, or `undefined` if the account has none with this id. */
  show(account: string, id: string): Promise<Webhook | undefined>
  /**
   * Sends a `webhook.ping`, to which the receiver must respond with 2xx, and creates the webhook.
   * @param limit Maximum number of webhooks of the account.
   * @throws InvalidOptionError if a field is invalid.
   * @throws WebhookRejectedError if the limit is reached, or the receiver is rejected or does not respond
   *   with 2xx.
   */
  add(account: string, input: WebhookCreation, limit: number): Promise<WebhookWithSecret>
  /**
   * Changes a webhook. A new URL is pinged first.
   * @returns `undefined` if the account has none with this id.
   * @throws InvalidOptionError if a field is invalid.
   * @throws WebhookRejectedError if the receiver is rejected or does not respond with 2xx.
   */
  change(account: string, id: string, changes: WebhookChanges): Promise<Webhook | undefined>
  /** Deletes a webhook and its waiting alerts; returns whether it existed. */
  delete(account: string, id: string): Promise<boolean>
  /** Sends a `webhook.ping` and returns the outcome. */
  test(account: string, id: string): Promise<DeliveryAttempt | undefined>
  /** Creates a new secret. The old one also signs for 24 hours. */
  rotate(account: string, id: string): Promise<WebhookWithSecret | undefined>
  /**
   * Returns the attempts of the last 30 days, newest first; with `before`, only attempts with lower numbers.
   */
  deliveries(
    account: string,
    id: string,
    page?: { readonly before?: number; readonly limit?: number },
  ): Promise<DeliveryAttempt[] | undefined>
  /**
   * Sends matching alerts of the log after the `sequence` `after` again; by default, after the position at
   * which the webhook was last disabled.
   * @returns Number of alerts queued for sending.
   */
  replay(
    account: string,
    id: string,
    options?: { readonly after?: number },
  ): Promise<{ readonly queued: number } | undefined>
  /** Returns counts over all webhooks, for the status page and metrics. */
  summary(): Promise<WebhookSummary>
}

/** Counts over all webhooks of an instance. */
export interface WebhookSummary {
  readonly active: number
  readonly disabled: number
  /** Number of active webhooks whose last attempt failed. */
  readonly failing: number
  /** Number of waiting alerts of all webhooks. */
  readonly pending: number
  /** Time at which the longest waiting alert was logged, ISO 8601 UTC; `null` if none waits. */
  readonly oldestPendingAt: string | null
}
