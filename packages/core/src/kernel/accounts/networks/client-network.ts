import ipaddr from 'ipaddr.js'
import { readAddress } from '#kernel/accounts/networks/address'

/**
 * Returns the IPv4 address or IPv6 /64 that an address belongs to; clients without an address share
 * `unknown`.
 */
export function networkOf(ip: string | undefined): string {
  return formatNetwork(parseAddress(ip))
}

/** Returns the network of an address that has been parsed. */
export function formatNetwork(address: Address | undefined): string {
  if (!address) return 'unknown'
  return address.kind() === 'ipv4' ? address.toString() : formatBlock(address, 64)
}

/** Returns the IPv4 /24 or IPv6 /48 that an address belongs to; clients without an address share `unknown`. */
export function blockOf(ip: string | undefined): string {
  const address = parseAddress(ip)
  return address ? formatBlock(address, address.kind() === 'ipv4' ? 24 : 48) : 'unknown'
}

export type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Returns the block of an address, such as `2001:db8::/48`; its prefix length is a multiple of 8. */
export function formatBlock(address: Address, bits: number): string {
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

/** Parses an address; one that a gateway embeds in IPv6 becomes IPv4. Throws as `readAddress` does. */
export function parseAddress(ip: string | undefined): Address | undefined {
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
