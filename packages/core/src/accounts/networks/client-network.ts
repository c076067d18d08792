import ipaddr from 'ipaddr.js'
import { randomBase62 } from '#accounts/keys/secret'
import { readAddress } from '#accounts/networks/address'
import { type Day, getCurrentDay } from '#accounts/quota/day'
import type { Context } from '#kit/context'
import { keyedDigest } from '#kit/digest'
import { andThen, type MaybePromise } from '#kit/maybe-promise'
import { hours } from '#kit/time'

/**
 * Returns the IPv4 address or IPv6 /64 that an address belongs to; clients without an address share
 * `unknown`.
 */
export function networkOf(ip: string | undefined): string {
  const address = parseAddress(ip)
  if (!address) return 'unknown'
  return address.kind() === 'ipv4' ? address.toString() : formatBlock(address, 64)
}

/** Prefix lengths of the blocks around a network that are limited too, narrowest first. */
const BLOCK_PREFIXES = { ipv4: [24], ipv6: [56, 48, 32] } as const

/** A block of addresses, such as `ipv6/48`. */
export type BlockKind = 'ipv4/24' | `ipv6/${(typeof BLOCK_PREFIXES.ipv6)[number]}`

/** A block around a network, under a name that does not reveal it. */
interface Block {
  readonly kind: BlockKind
  readonly id: string
}

/** The network of an address and the blocks around it, narrowest first; without an address, no blocks. */
export interface NetworkLocation {
  readonly version: 4 | 6 | null
  readonly network: string
  readonly blocks: readonly Block[]
}

/** Returns the names of the network of an address and of the blocks around it, as `networkId` does. */
export function locateNetwork(ip: string | undefined, context: Context): MaybePromise<NetworkLocation> {
  return andThen(getDailySecret(context), (secret) => {
    const address = parseAddress(ip)
    const kind = address?.kind()
    const blocks = (kind ? BLOCK_PREFIXES[kind] : []).map((bits) => ({
      kind: `${kind}/${bits}` as BlockKind,
      id: hashNetwork(formatBlock(address as Address, bits), secret),
    }))
    const version = kind ? (kind === 'ipv4' ? 4 : 6) : null
    return { version, network: hashNetwork(networkOf(ip), secret), blocks }
  })
}

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Returns the block of an address, such as `2001:db8::/48`; its prefix length is a multiple of 8. */
function formatBlock(address: Address, bits: number): string {
  return `${ipaddr.fromByteArray(address.toByteArray().fill(0, bits / 8)).toString()}/${bits}`
}

/** Returns the IP version of an address; `null` without an address. */
export function ipVersionOf(ip: string | undefined): 4 | 6 | null {
  const address = parseAddress(ip)
  if (!address) return null
  return address.kind() === 'ipv4' ? 4 : 6
}

/** Returns whether an address is a loopback address. */
export function isLoopback(ip: string | undefined): boolean {
  return parseAddress(ip)?.range() === 'loopback'
}

/**
 * Returns a name for a network that does not reveal it: an HMAC under a daily secret, which the store deletes
 * an hour after the day.
 *
 * @throws `store_unavailable` if the secret cannot be read
 */
export function networkId(ip: string | undefined, context: Context): MaybePromise<string> {
  return andThen(getDailySecret(context), (secret) => hashNetwork(networkOf(ip), secret))
}

/** Returns a name for a network that is valid in this process only; needs no store. */
export function localNetworkId(ip: string | undefined, context: Context): string {
  const secret = localSecrets.get(context) ?? createSecret()
  localSecrets.set(context, secret)
  return hashNetwork(networkOf(ip), secret)
}

function hashNetwork(network: string, secret: string): string {
  return keyedDigest(secret, network).slice(0, 32)
}

const createSecret = () => randomBase62(43)
const secrets = new WeakMap<Context, { day: Day; secret: MaybePromise<string> }>()
const localSecrets = new WeakMap<Context, string>()

/** Returns the secret of the day, the same for all processes on the store; requested once. */
function getDailySecret(context: Context): MaybePromise<string> {
  const now = context.now()
  const day = getCurrentDay(context, now)
  const cached = secrets.get(context)
  if (cached?.day === day) return cached.secret
  const name = `network-secret:${day.name}`
  const requested = context.store.counters.acquire(name, createSecret(), day.end + hours(1), now)
  const entry = { day, secret: requested }
  secrets.set(context, entry)
  if (requested instanceof Promise) {
    requested.then(
      (secret) => {
        entry.secret = secret
      },
      () => secrets.delete(context),
    )
  }
  return requested
}

/** Parses an address; one that a gateway embeds in IPv6 becomes IPv4. Throws as `readAddress` does. */
function parseAddress(ip: string | undefined): Address | undefined {
  const address = readAddress(ip)
  if (!(address instanceof ipaddr.IPv6)) return address
  const embedding = IPV4_EMBEDDINGS.find(({ prefix, bits }) => address.match(prefix, bits))
  return embedding
    ? ipaddr.fromByteArray(address.toByteArray().slice(embedding.at, embedding.at + 4))
    : address
}

/** Prefixes of IPv6 addresses with an embedded IPv4 address, which starts at byte `at`. */
const IPV4_EMBEDDINGS = [
  // 6to4 (RFC 3056): a /48 for each IPv4 address.
  { prefix: ipaddr.IPv6.parse('2002::'), bits: 16, at: 2 },
  // NAT64 (RFC 6052), and local-use NAT64 (RFC 8215) in the usual form, with the address at the end.
  { prefix: ipaddr.IPv6.parse('64:ff9b::'), bits: 96, at: 12 },
  { prefix: ipaddr.IPv6.parse('64:ff9b:1::'), bits: 48, at: 12 },
]
