import ipaddr from 'ipaddr.js'
import type { Context } from '#context'
import { keyedDigest } from '#digest'
import { type Day, dayOf } from '#keys/day'
import { randomBase62 } from '#keys/secret'
import { andThen, type Soon } from '#soon'
import { hours } from '#time'

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

/** Whether an address belongs to the machine itself. */
export function isLoopback(ip: string | undefined): boolean {
  return addressOf(ip)?.range() === 'loopback'
}

/**
 * Names a network without telling which it is: an HMAC under a secret of the day, which the store forgets an hour
 * after the day's end. Throws `store_unavailable` when the secret cannot be had.
 */
export function networkId(ip: string | undefined, context: Context): Soon<string> {
  return andThen(secretOf(context), (secret) => named(ip, secret))
}

/** Names a network within this process alone, without the store. */
export function ownNetworkId(ip: string | undefined, context: Context): string {
  const secret = ownSecrets.get(context) ?? newNetworkSecret()
  ownSecrets.set(context, secret)
  return named(ip, secret)
}

function named(ip: string | undefined, secret: string): string {
  return keyedDigest(secret, networkOf(ip)).slice(0, 32)
}

const newNetworkSecret = () => randomBase62(43)
const secrets = new WeakMap<Context, { day: Day; secret: Soon<string> }>()
const ownSecrets = new WeakMap<Context, string>()

/** The secret of the day, the same in every process that shares the store; asked for once. */
function secretOf(context: Context): Soon<string> {
  const now = context.now()
  const day = dayOf(context, now)
  const known = secrets.get(context)
  if (known?.day === day) return known.secret
  const name = `network-secret:${day.name}`
  const claimed = context.store.counters.claim(name, newNetworkSecret(), day.end + hours(1), now)
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
