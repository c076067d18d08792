import ipaddr from 'ipaddr.js'
import { InvalidOptionError } from '#kernel/kit/errors'
import { Problem } from '#kernel/kit/problem'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** IPv6 in brackets or IPv4, with an optional port. */
const WITH_PORT = /^(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/

/**
 * Parses the client address that a host passes, without port, brackets and zone; an IPv4-mapped IPv6 address
 * becomes IPv4. Returns `undefined` if there is none.
 *
 * @throws `malformed_request` for anything else, as an unknown address would share a network with other
 *   clients
 */
export function readAddress(value: unknown): Address | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw getAddressProblem(describeValue(value))
  const text = value.trim()
  const [, inBrackets, v4] = WITH_PORT.exec(text) ?? []
  const bare = (inBrackets ?? v4 ?? text).replace(/%.*$/s, '')
  if (!isAddress(bare)) throw getAddressProblem(text.includes(',') ? 'a list' : 'other text')
  return ipaddr.process(bare)
}

function describeValue(value: unknown): string {
  if (value instanceof Promise) return 'a promise'
  return Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`
}

const problems = new Map<string, Problem>()

/**
 * Returns one Problem for each kind, so that the operator is notified once; it contains nothing of the value.
 */
function getAddressProblem(kind: string): Problem {
  const existing = problems.get(kind)
  if (existing) return existing
  const problem = new Problem('malformed_request', {
    message: 'The client’s address cannot be parsed; the operator has been notified.',
    cause: new InvalidOptionError(
      `ip must be one address such as 192.0.2.1 or [2001:db8::1]:443, not ${kind}. Correct the address ` +
        'that the host passes, or the number of proxies it trusts.',
    ),
  })
  problems.set(kind, problem)
  return problem
}

/**
 * Returns a function that tests whether an address is in one of these ranges, such as `10.0.0.0/8`.
 *
 * @throws InvalidOptionError if a range is invalid
 */
export function createRangeTest(ranges: readonly string[]): (ip: string | undefined) => boolean {
  const parsed = ranges.map(parseRange)
  return (ip) => {
    const address = readAddress(ip)
    return parsed.some(
      ([base, bits]) => address?.kind() === base.kind() && address.match(base as never, bits),
    )
  }
}

function parseRange(range: string): [Address, number] {
  const [, base = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(range.trim()) ?? []
  if (isAddress(base)) {
    const address = ipaddr.process(base)
    const maxBits = address.kind() === 'ipv4' ? 32 : 128
    if (Number(bits ?? maxBits) <= maxBits) return [address, Number(bits ?? maxBits)]
  }
  throw new InvalidOptionError(
    `${JSON.stringify(range)} is not an address range. ` +
      'Use one such as 10.0.0.0/8, 192.0.2.1 or 2001:db8::/32.',
  )
}

/**
 * Returns whether an address is global unicast: not private, loopback, link-local, shared, multicast or
 * reserved, and not an address of a transition mechanism, which may lead to such an address. IPv4-mapped IPv6
 * counts as IPv4.
 */
export function isPublicAddress(text: string): boolean {
  if (!isAddress(text)) return false
  const address = ipaddr.process(text)
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(GLOBAL_IPV6 as never))
}

/** The part of IPv6 from which global addresses are assigned. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

/** Returns whether a text is in a usual spelling: no octal, hexadecimal or integer form. */
function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
}
