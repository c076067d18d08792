import ipaddr from 'ipaddr.js'
import { Problem } from '#problem'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** In brackets, or IPv4, with a port or without. */
const WITH_PORT = /^(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/

/**
 * The address that a host gives, unmapped where it is an IPv4 one in IPv6; a port, brackets and a zone are taken off. `undefined`
 * where there is none. Throws `malformed_request` for what is no address: as "unknown" it would share a network with others.
 */
export function readAddress(given: unknown): Address | undefined {
  if (given === undefined || given === null) return undefined
  if (typeof given !== 'string') throw unreadable(kindOf(given))
  const text = given.trim()
  const [, inBrackets, v4] = WITH_PORT.exec(text) ?? []
  const bare = (inBrackets ?? v4 ?? text).replace(/%.*$/s, '')
  if (!isAddress(bare)) throw unreadable(text.includes(',') ? 'a list' : 'other text')
  return ipaddr.process(bare)
}

function kindOf(given: unknown): string {
  if (given instanceof Promise) return 'a promise'
  return Array.isArray(given) ? 'a list' : `a value of the type ${typeof given}`
}

const told = new Map<string, Problem>()

/** One and the same for each kind, so that the operator is told of it once; it repeats nothing of what was given. */
function unreadable(kind: string): Problem {
  const known = told.get(kind)
  if (known) return known
  const problem = new Problem('malformed_request', {
    message: 'The address of this client cannot be read here: the operator has been told.',
    cause: new TypeError(
      `ip: one address such as 192.0.2.1 or [2001:db8::1]:443, not ${kind}; correct what the host gives, or how many proxies it trusts`,
    ),
  })
  told.set(kind, problem)
  return problem
}

/** Tells whether an address is in one of some ranges, such as `10.0.0.0/8`; throws a TypeError for what is no range. */
export function addressRanges(ranges: readonly string[]): (ip: string | undefined) => boolean {
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
    const most = address.kind() === 'ipv4' ? 32 : 128
    if (Number(bits ?? most) <= most) return [address, Number(bits ?? most)]
  }
  throw new TypeError(
    `${JSON.stringify(range)} is no range of addresses: give one such as 10.0.0.0/8, 192.0.2.1 or 2001:db8::/32`,
  )
}

/** Only the usual spellings: no octal, no hexadecimal and no whole number. */
function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
}
