import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import ipaddr from 'ipaddr.js'
import type { Context } from '#context'
import { randomBase62 } from '#keys/secret'
import { andThen, type Soon } from '#soon'
import { hours, nextUtcMidnight, utcDay } from '#time'

/** The IPv4 address or IPv6 /64 that an address belongs to, after unmapping; callers without one share a network. */
export function networkOf(ip: string | undefined): string {
  const address = addressOf(ip)
  if (!address) return 'unknown'
  if (address.kind() === 'ipv4') return address.toString()
  const prefix = address.toByteArray().slice(0, 8)
  return `${ipaddr.fromByteArray([...prefix, 0, 0, 0, 0, 0, 0, 0, 0]).toString()}/64`
}

/** Four or six, as the peer's address tells; `null` when the host gave none. */
export function ipVersionOf(ip: string | undefined): 4 | 6 | null {
  const address = addressOf(ip)
  if (!address) return null
  return address.kind() === 'ipv4' ? 4 : 6
}

/**
 * Names a network without telling which it is: an HMAC under a secret of the day, which the store forgets an hour
 * after the day's end.
 */
export function networkId(ip: string | undefined, context: Context): Soon<string> {
  const now = context.now()
  const day = utcDay(now)
  return andThen(secretOf(day, context, now), (secret) => {
    const network = utf8ToBytes(networkOf(ip))
    return bytesToHex(hmac(sha256, utf8ToBytes(secret), network)).slice(0, 32)
  })
}

const secrets = new WeakMap<Context, { day: string; secret: Soon<string> }>()

/** The secret of the day, the same in every process that shares the store; asked for once. */
function secretOf(day: string, context: Context, now: number): Soon<string> {
  const known = secrets.get(context)
  if (known?.day === day) return known.secret
  const until = nextUtcMidnight(now) + hours(1)
  const claimed = context.store.counters.claim(`network-secret:${day}`, randomBase62(43), until, now)
  const memo = { day, secret: claimed }
  secrets.set(context, memo)
  if (claimed instanceof Promise) {
    claimed.then(
      (secret) => {
        memo.secret = secret
      },
      () => secrets.delete(context),
    )
  }
  return claimed
}

/** The address without its zone, unmapped from IPv6 where it is an IPv4 one; only the usual spellings are read. */
function addressOf(ip: string | undefined): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const bare = ip?.replace(/%.*$/, '') ?? ''
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return undefined
  const address = ipaddr.process(bare)
  return address instanceof ipaddr.IPv6 && address.match(NAT64, 96)
    ? ipaddr.fromByteArray(address.toByteArray().slice(12))
    : address
}

const NAT64 = ipaddr.IPv6.parse('64:ff9b::')
