import type { ForwardedOptions } from '@space-data/core/node'
import type { Config } from '#config/config'
import { UsageError } from '#failure'
import { rangesOf } from '#given'

type Proxies = Pick<Config, 'trusted_hops' | 'trusted_proxies' | 'host'>

/** Whose forwarded headers the listener believes; throws a UsageError for two answers to that. */
export function forwardedOf({ trusted_hops, trusted_proxies }: Proxies): ForwardedOptions {
  const trustedProxies = rangesOf(trusted_proxies ?? '') ?? []
  if (trustedProxies.length > 0 && trusted_hops > 0) {
    throw new UsageError(
      '--trusted-proxies and --trusted-hops are two ways to name the same proxies',
      'Give the addresses of the proxies, and leave out how many they are',
    )
  }
  return { trustedHops: trusted_hops, trustedProxies }
}

/** What an operator should know who counts proxies where others may reach the port, one sentence each. */
export function proxyWarnings({ trusted_hops, host }: Proxies): string[] {
  if (trusted_hops === 0 || isLoopback(host)) return []
  return [
    `whoever reaches ${host} without the proxy chooses the address that it is counted by: name the proxies with --trusted-proxies instead of --trusted-hops`,
  ]
}

/** Connections of one network: a proxy brings those of all its clients. */
export function connectionsOf({ trusted_hops, trusted_proxies }: Proxies): {
  connectionsPerNetwork?: number
} {
  return trusted_hops > 0 || trusted_proxies !== undefined
    ? { connectionsPerNetwork: Number.POSITIVE_INFINITY }
    : {}
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || /^\[?::1\]?$/.test(host) || /^127\./.test(host)
}
