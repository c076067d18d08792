import type { ForwardedOptions } from '@space-data/core/node'
import type { Config } from '#config/config'
import { UsageError } from '#kit/errors'
import { isLoopback } from '#kit/http-url'
import { parseAddressRanges } from '#kit/parse'

type Proxies = Pick<Config, 'trustedHops' | 'trustedProxies' | 'host'>

/**
 * Returns the options for trusted proxies.
 * @throws UsageError if both settings are given
 */
export function toForwardedOptions({ trustedHops, trustedProxies: ranges }: Proxies): ForwardedOptions {
  const trustedProxies = (ranges !== undefined && parseAddressRanges(ranges)) || []
  if (trustedProxies.length > 0 && trustedHops > 0) {
    throw new UsageError(
      '--trusted-proxies and --trusted-hops exclude each other',
      'Use --trusted-proxies with the addresses of the proxies',
    )
  }
  return { trustedHops, trustedProxies }
}

/** Returns warnings for `--trusted-hops` on an address that is reachable without the proxy. */
export function proxyWarnings({ trustedHops, host }: Proxies): string[] {
  if (trustedHops === 0 || isLoopback(host)) return []
  return [
    `clients that reach ${host} without the proxy can forge their address; use --trusted-proxies ` +
      'instead of --trusted-hops',
  ]
}

/**
 * Lifts the limit of connections per network behind a proxy, because it opens the connections of all clients.
 */
export function connectionLimit({ trustedHops, trustedProxies }: Proxies): {
  connectionsPerNetwork?: number
} {
  return trustedHops > 0 || trustedProxies !== undefined
    ? { connectionsPerNetwork: Number.POSITIVE_INFINITY }
    : {}
}
