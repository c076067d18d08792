/** One HTTP request to a receiver of webhooks. */
export interface WebhookRequest {
  readonly url: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Milliseconds until the complete response must have arrived. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

/** Response of a receiver. Redirects are never followed. */
export interface WebhookResponse {
  readonly status: number
  /** The `Retry-After` header as sent. */
  readonly retryAfter: string | null
  /** At most the first 4 kB of the body, as text. */
  readonly body: string
}

/**
 * Sends webhooks. The host provides it, because only the host can check the address that it connects to.
 */
export interface WebhookSender {
  /**
   * Checks a URL before it is stored.
   * @throws ReceiverRefusedError if no request may ever be sent there.
   */
  check(url: string): Promise<void>
  /**
   * Sends a POST request.
   * @throws ReceiverRefusedError if the receiver's address is not public.
   * @throws ReceiverUnreachableError if there was no complete response in time; the message states the
   *   reason.
   */
  send(request: WebhookRequest): Promise<WebhookResponse>
}
