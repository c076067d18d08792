import { createRangeTest } from '#accounts/networks/address'
import { InvalidOptionError } from '#kit/errors'

/** Which proxies may set a client's address; give at most one of the two. */
export interface ForwardedOptions {
  /**
   * Address ranges of the proxies: `10.0.0.0/8`, `192.0.2.1`, `2001:db8::/32`. For connections from them, the
   * client is the rightmost address in `x-forwarded-for` that is not in a range, and an incoming
   * `x-service-request-id` is kept.
   * @default []
   */
  readonly trustedProxies?: readonly string[]
  /**
   * Number of proxies in front: the client is that many addresses from the right in `x-forwarded-for`. Use it
   * only where nobody else reaches the port, and count no proxy too many: otherwise clients choose their own
   * address.
   * @default 0, the address of the socket
   */
  readonly trustedHops?: number
}

/** The other end of a connection; on some runtimes its address costs a lookup. */
interface RemotePeer {
  readonly remoteAddress?: string | undefined
}

/** Evaluates what proxies forward. */
export interface Forwarded {
  /** Whether forwarded headers of this peer count. */
  trusts(peer: RemotePeer): boolean
  /**
   * Returns the client's address by `x-forwarded-for`, unchecked; call it only for a peer that is trusted.
   */
  clientAddress(forwardedFor: string | null, peer: RemotePeer): string | undefined
}

/** @throws InvalidOptionError for an invalid number of hops, an invalid range, or both options at once */
export function parseForwarded({ trustedHops = 0, trustedProxies = [] }: ForwardedOptions): Forwarded {
  if (!Number.isSafeInteger(trustedHops) || trustedHops < 0) {
    throw new InvalidOptionError('trustedHops: a whole number of at least 0')
  }
  if (trustedProxies.length === 0) return trustHops(trustedHops)
  if (trustedHops > 0) throw new InvalidOptionError('trustedHops and trustedProxies: give one of them')
  return trustRanges(createRangeTest(trustedProxies))
}

function trustHops(hops: number): Forwarded {
  return {
    trusts: () => hops > 0,
    clientAddress: (forwardedFor, peer) =>
      (forwardedFor ?? '').split(',').at(-hops)?.trim() || peer.remoteAddress,
  }
}

function trustRanges(isProxy: (ip: string | undefined) => boolean): Forwarded {
  // A check takes 1 µs, and nearly all connections are from the same few proxies.
  let checked: string | undefined
  let isTrusted = false
  return {
    trusts({ remoteAddress }) {
      if (remoteAddress !== checked) {
        isTrusted = isProxy(remoteAddress)
        checked = remoteAddress
      }
      return isTrusted
    },
    clientAddress(forwardedFor, { remoteAddress }) {
      let client = remoteAddress
      for (const entry of (forwardedFor ?? '').split(',').reverse()) {
        const address = entry.trim()
        if (address === '') return client
        client = address
        if (!isProxy(address)) return client
      }
      return client
    },
  }
}
