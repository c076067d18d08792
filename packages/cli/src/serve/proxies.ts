import type { ForwardedOptions } from '@space-data/core/node'
import type { Config } from '#config/config'
import { UsageError } from '#kit/errors'
import { parseAddressRanges } from '#kit/raw-value'

type Proxies = Pick<Config, 'trusted_hops' | 'trusted_proxies' | 'host'>

/**
 * Returns the options for trusted proxies.
 * @throws UsageError if both settings are given
 */
export function toForwardedOptions({ trusted_hops, trusted_proxies }: Proxies): ForwardedOptions {
  const trustedProxies = (trusted_proxies !== undefined && parseAddressRanges(trusted_proxies)) || []
  if (trustedProxies.length > 0 && trusted_hops > 0) {
    throw new UsageError(
      '--trusted-proxies and --trusted-hops exclude each other',
      'Use --trusted-proxies with the addresses of the proxies',
    )
  }
  return { trustedHops: trusted_hops, trustedProxies }
}

/** Returns warnings for `--trusted-hops` on an address that is reachable without the proxy. */
export function proxyWarnings({ trusted_hops, host }: Proxies): string[] {
  if (trusted_hops === 0 || isLoopback(host)) return []
  return [
    `clients that reach ${host} without the proxy can forge their address; use --trusted-proxies ` +
      'instead of --trusted-hops',
  ]
}

/** Lifts the limit of connections per network behind a proxy, which brings the connections of all clients. */
export function connectionLimit({ trusted_hops, trusted_proxies }: Proxies): {
  connectionsPerNetwork?: number
} {
  return trusted_hops > 0 || trusted_proxies !== undefined
    ? { connectionsPerNetwork: Number.POSITIVE_INFINITY }
    : {}
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || /^\[?::1\]?$/.test(host) || /^127\./.test(host)
}
