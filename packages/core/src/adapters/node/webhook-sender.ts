import { askNameServers, askSystem, type LookUp } from '#adapters/node/look-up'
import { post } from '#adapters/node/post'
import { describeFailure } from '#adapters/node/receiver-failure'
import { isLiteral, parseReceiverUrl } from '#features/webhooks/receiver-url'
import { withDeadline } from '#features/webhooks/send-deadline'
import type { WebhookSender } from '#features/webhooks/webhook-sender'
import { isPublicAddress } from '#kernel/accounts/networks/address'
import { ReceiverRefusedError, ReceiverUnreachableError } from '#kernel/kit/errors'
import { seconds } from '#kernel/kit/time'

/** Options of `nodeSender`. */
export interface NodeSenderOptions {
  /**
   * Whether receivers may be on this machine and in private networks, with http and on any port. Anyone who
   * may create webhooks can then send POST requests to everything that this machine can reach.
   * @default false
   */
  readonly allowPrivate?: boolean
}

/**
 * Creates the sender of webhooks for Node, Bun and Deno. It looks up all addresses of a receiver itself,
 * rejects the receiver if any of them is not public, and connects only to the checked addresses. It follows
 * no redirect, uses no proxy of the environment, and reads at most 4 kB of the response.
 * @example createSpaceData({ webhooks: { secret, sender: nodeSender() } })
 */
export function nodeSender({ allowPrivate = false }: NodeSenderOptions = {}): WebhookSender {
  return createNodeSender({ allowPrivate, lookUp: allowPrivate ? askSystem : askNameServers })
}

interface SenderSettings {
  readonly allowPrivate: boolean
  readonly lookUp: LookUp
}

/** Time for which `check` waits for the name servers. */
const CHECK_MS = seconds(5)

/** Creates a sender that looks up names with `lookUp`. */
export function createNodeSender({ allowPrivate, lookUp }: SenderSettings): WebhookSender {
  return {
    async check(text) {
      const url = parseReceiverUrl(text, { allowPrivate })
      if (allowPrivate) return
      const limits = { timeoutMs: CHECK_MS, describeFailure }
      const checked = withDeadline(limits, (signal) => findAddresses(url, signal))
      // A name that is not found now may be found later.
      await checked.catch((error) => {
        if (error instanceof ReceiverRefusedError) throw error
      })
    },
    async send({ url: text, headers, body, timeoutMs, signal }) {
      const url = parseReceiverUrl(text, { allowPrivate })
      return withDeadline({ timeoutMs, signal, describeFailure }, async (signal) => {
        const addresses = await findAddresses(url, signal)
        return post({ url, addresses, headers, body, signal })
      })
    },
  }

  async function findAddresses(url: URL, signal: AbortSignal): Promise<readonly string[]> {
    // Only with `allowPrivate`.
    if (isLiteral(url.hostname)) return [url.hostname.replace(/^\[(.*)\]$/, '$1')]
    const addresses = await lookUp(url.hostname, signal)
    if (addresses.length === 0) throw new ReceiverUnreachableError('name not found')
    if (!allowPrivate && !addresses.every(isPublicAddress))
      throw new ReceiverRefusedError('The name of this receiver resolves to an address that is not public.')
    return addresses
  }
}
