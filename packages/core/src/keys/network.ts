import ipaddr from 'ipaddr.js'
import type { Context } from '#context'
import { keyedDigest } from '#digest'
import { readAddress } from '#keys/address'
import { type Day, dayOf } from '#keys/day'
import { randomBase62 } from '#keys/secret'
import { andThen, type Soon } from '#soon'
import { hours } from '#time'

/** The IPv4 address or IPv6 /64 that an address belongs to, after unmapping; callers without one share a network. */
export function networkOf(ip: string | undefined): string {
  const address = addressOf(ip)
  if (!address) return 'unknown'
  return address.kind() === 'ipv4' ? address.toString() : blockOf(address, 64)
}

/** How wide the blocks around a network are that are counted, too: their prefix lengths, narrowest first. */
const WIDER = { ipv4: [24], ipv6: [56, 48, 32] } as const

/** A block of addresses, such as `ipv6/48`. */
export type BlockKind = 'ipv4/24' | `ipv6/${(typeof WIDER.ipv6)[number]}`

/** A block around a network, under a name that does not tell which it is. */
interface Block {
  readonly kind: BlockKind
  readonly id: string
}

/** Where an address is: its network, and the blocks around that, narrowest first; an address that is not known has none. */
export interface Surroundings {
  readonly version: 4 | 6 | null
  readonly network: string
  readonly blocks: readonly Block[]
}

/** Names the network of an address and the blocks around it as `networkId` does. */
export function surroundingsOf(ip: string | undefined, context: Context): Soon<Surroundings> {
  return andThen(secretOf(context), (secret) => {
    const address = addressOf(ip)
    const kind = address?.kind()
    const blocks = (kind ? WIDER[kind] : []).map((bits) => ({
      kind: `${kind}/${bits}` as BlockKind,
      id: named(blockOf(address as Address, bits), secret),
    }))
    const version = kind ? (kind === 'ipv4' ? 4 : 6) : null
    return { version, network: named(networkOf(ip), secret), blocks }
  })
}

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** The block of an address in its usual spelling; its bits are whole bytes. */
function blockOf(address: Address, bits: number): string {
  return `${ipaddr.fromByteArray(address.toByteArray().fill(0, bits / 8)).toString()}/${bits}`
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
  return andThen(secretOf(context), (secret) => named(networkOf(ip), secret))
}

/** Names a network within this process alone, without the store. */
export function ownNetworkId(ip: string | undefined, context: Context): string {
  const secret = ownSecrets.get(context) ?? newNetworkSecret()
  ownSecrets.set(context, secret)
  return named(networkOf(ip), secret)
}

function named(network: string, secret: string): string {
  return keyedDigest(secret, network).slice(0, 32)
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

/** The address, unmapped where it is an IPv4 one that a gateway has put into IPv6; throws as `readAddress` does. */
function addressOf(ip: string | undefined): Address | undefined {
  const address = readAddress(ip)
  if (!(address instanceof ipaddr.IPv6)) return address
  const holder = HOLDERS.find(({ prefix, bits }) => address.match(prefix, bits))
  return holder ? ipaddr.fromByteArray(address.toByteArray().slice(holder.at, holder.at + 4)) : address
}

/** Blocks of IPv6 whose addresses have one of IPv4 in them, and at which byte. */
const HOLDERS = [
  // 6to4 (RFC 3056): all of a /48 is one IPv4 address.
  { prefix: ipaddr.IPv6.parse('2002::'), bits: 16, at: 2 },
  // NAT64 (RFC 6052), and a network's own (RFC 8215) in the usual form, where the address is at the end.
  { prefix: ipaddr.IPv6.parse('64:ff9b::'), bits: 96, at: 12 },
  { prefix: ipaddr.IPv6.parse('64:ff9b:1::'), bits: 48, at: 12 },
]
