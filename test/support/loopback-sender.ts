import {
  ReceiverRefusedError,
  ReceiverUnreachableError,
  type WebhookRequest,
  type WebhookSender,
} from '@space-data/core/alerts'

/** Sends to loopback, which a real sender refuses; refuses `refuse.example` instead. */
export const loopbackSender: WebhookSender = {
  async check(url) {
    if (new URL(url).hostname === 'refuse.example') throw new ReceiverRefusedError('not a public address')
  },
  async send({ url, headers, body, timeoutMs, signal }: WebhookRequest) {
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers },
        body,
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      })
      const text = (await response.text()).slice(0, 4_000)
      return { status: response.status, retryAfter: response.headers.get('retry-after'), body: text }
    } catch (error) {
      signal?.throwIfAborted()
      throw new ReceiverUnreachableError('the receiver could not be reached', { cause: error })
    }
  },
}
