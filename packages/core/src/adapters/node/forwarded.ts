import { createRangeTest } from '#kernel/accounts/networks/address'
import { InvalidOptionError } from '#kernel/kit/errors'

/** Proxies that may set a client's address. At most one of the two options may be set. */
export interface ForwardedOptions {
  /**
   * Address ranges of the proxies: `10.0.0.0/8`, `192.0.2.1`, `2001:db8::/32`. For connections from them, the
   * client is the rightmost address in `x-forwarded-for` that is not in a range, and an incoming
   * `x-service-request-id` is kept.
   * @default []
   */
  readonly trustedProxies?: readonly string[]
  /**
   * Number of proxies in front: the client is at this position from the right in `x-forwarded-for`. Use it
   * only if the port is reachable only through the proxies, and do not set it too high: otherwise, clients
   * can choose their own address.
   * @default 0, the address of the socket
   */
  readonly trustedHops?: number
}

/** The other end of a connection. On some runtimes, reading its address requires a lookup. */
interface RemotePeer {
  readonly remoteAddress?: string | undefined
}

/** Evaluates the headers that proxies forward. */
export interface Forwarded {
  /** Returns whether forwarded headers of this peer are trusted. */
  trusts(peer: RemotePeer): boolean
  /** Returns the client's unchecked address from `x-forwarded-for`. Call it only for a trusted peer. */
  clientAddress(forwardedFor: string | null, peer: RemotePeer): string | undefined
}

/** @throws InvalidOptionError for an invalid number of hops, an invalid range, or both options at once */
export function parseForwarded({ trustedHops = 0, trustedProxies = [] }: ForwardedOptions): Forwarded {
  if (!Number.isSafeInteger(trustedHops) || trustedHops < 0) {
    throw new InvalidOptionError('trustedHops: a whole number of at least 0')
  }
  if (trustedProxies.length === 0) return trustHops(trustedHops)
  if (trustedHops > 0) throw new InvalidOptionError('trustedHops and trustedProxies: set only one of them')
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
