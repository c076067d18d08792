import { parseReceiverUrl } from '#features/webhooks/receiver-url'
import { readStart } from '#features/webhooks/response-start'
import { withDeadline } from '#features/webhooks/send-deadline'
import type { WebhookSender } from '#features/webhooks/webhook-sender'
import { InvalidOptionError } from '#kernel/kit/errors'

/** The compatibility flag with which `fetch` on Workers reaches only public addresses. */
const FLAG = 'global_fetch_strictly_public'

/**
 * Creates the sender of webhooks for Cloudflare Workers. There, only `fetch` itself can keep requests out of
 * private networks, so the Worker needs the compatibility flag `global_fetch_strictly_public`. Receivers have
 * https URLs with a name and port 443, and no redirect is followed.
 * @throws InvalidOptionError without the flag, and on other runtimes
 * @example createSpaceData({ store, webhooks: { secret: env.WEBHOOK_SECRET, sender: fetchSender() } })
 */
export function fetchSender(): WebhookSender {
  assertStrictlyPublic()
  return {
    async check(url) {
      parseReceiverUrl(url, { allowPrivate: false })
    },
    async send({ url, headers, body, timeoutMs, signal }) {
      const { href } = parseReceiverUrl(url, { allowPrivate: false })
      return withDeadline({ timeoutMs, signal, describeFailure: () => 'no connection' }, async (signal) => {
        const response = await fetch(href, {
          method: 'POST',
          headers: { ...headers, 'accept-encoding': 'identity' },
          body,
          redirect: 'manual',
          signal,
        })
        const start = response.body && (await readStart(response.body))
        const retryAfter = response.headers.get('retry-after')
        return { status: response.status, retryAfter, body: start?.text ?? '' }
      })
    },
  }
}

function assertStrictlyPublic(): void {
  const { Cloudflare } = globalThis as { Cloudflare?: { compatibilityFlags?: Record<string, boolean> } }
  if (Cloudflare?.compatibilityFlags?.[FLAG] === true) return
  throw new InvalidOptionError(
    Cloudflare
      ? `fetchSender needs "${FLAG}" in the compatibility_flags of the Worker.`
      : 'fetchSender is for Cloudflare Workers; use nodeSender() of @space-data/core/node.',
  )
}
