import { addressRanges } from '#keys/address'

/** Whose word about a client counts beside the socket's; at most one of the two may be given. */
export interface ForwardedOptions {
  /**
   * The proxies in front by address: `10.0.0.0/8`, `192.0.2.1`, `2001:db8::/32`. Only what one of them sends is believed: the
   * client is the first address from the right of `x-forwarded-for` that is none of them, and an incoming `x-service-request-id` is kept.
   */
  readonly trustedProxies?: readonly string[]
  /**
   * How many proxies in front may be believed, whoever connects: the client's address is that many places from the right of
   * `x-forwarded-for`. Default 0: the socket's own address. Only where nobody but the proxies reaches the port, and no higher
   * than they are many: otherwise a client chooses its own address.
   */
  readonly trustedHops?: number
}

/** The other end of a connection; its address is looked up only where it counts. */
interface Peer {
  readonly remoteAddress?: string | undefined
}

/** What may be believed of what a request says about its client. */
export interface Forwarded {
  /** Whether this peer's word counts. */
  believes(peer: Peer): boolean
  /** The client's address by `x-forwarded-for`, where the peer's word counts; not checked to be one. */
  clientOf(forwardedFor: string | null, peer: Peer): string | undefined
}

/** Throws a TypeError for a number of hops that is none, a range that is none, or both. */
export function forwardedBy({ trustedHops = 0, trustedProxies = [] }: ForwardedOptions): Forwarded {
  if (!Number.isSafeInteger(trustedHops) || trustedHops < 0) {
    throw new TypeError('trustedHops: a whole number of at least 0')
  }
  if (trustedProxies.length === 0) return byHops(trustedHops)
  if (trustedHops > 0) throw new TypeError('trustedHops and trustedProxies: give one of them')
  return byAddress(addressRanges(trustedProxies))
}

function byHops(hops: number): Forwarded {
  return {
    believes: () => hops > 0,
    clientOf: (forwardedFor, peer) => (forwardedFor ?? '').split(',').at(-hops)?.trim() || peer.remoteAddress,
  }
}

function byAddress(isProxy: (ip: string | undefined) => boolean): Forwarded {
  /** The last that was asked about: nearly all requests come from the same few proxies. */
  let last: string | undefined
  let isLastProxy = false
  return {
    believes({ remoteAddress }) {
      if (remoteAddress !== last) {
        isLastProxy = isProxy(remoteAddress)
        last = remoteAddress
      }
      return isLastProxy
    },
    clientOf(forwardedFor, { remoteAddress }) {
      let seen = remoteAddress
      for (const place of (forwardedFor ?? '').split(',').reverse()) {
        const address = place.trim()
        if (address === '') return seen
        seen = address
        if (!isProxy(address)) return seen
      }
      return seen
    },
  }
}
