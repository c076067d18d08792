import type { NetworkLimits } from '#kernel/kit/environment'
import { InvalidOptionError } from '#kernel/kit/errors'

/** Default limits for clients without a key; see `NetworkLimits` for their units. */
export const defaultLimits: NetworkLimits = {
  referencePerMinute: 600,
  publicPerMinute: 600,
  // A thousand visits of the globe from one address, or the HAPI records of an hour.
  publicMegabytesPerHour: 2_000,
  // Days by minute, up to 2 ms and 75 kB each. A client may read a year of a dataset at once.
  hapiPerMinute: 400,
  // Six seconds of CPU time: a tenth of a core.
  computedPerMinute: 120,
  refusedPerMinute: 600,
  // A full run of the Cloudflare client on a fast link takes about 230 requests per minute and 1.27 GB.
  speedtestPerMinute: 600,
  speedtestMegabytesPerHour: 5_000,
  speedtestTransfers: 32,
  issuancePerHour: 10,
  // Results in at most ten million requests per day and 9 MB of records.
  issuancePerDay: 10_000,
  issuancePerIpv4: 1,
  issuancePerIpv4Net24: 64,
  issuancePerIpv6Net64: 1,
  issuancePerIpv6Net56: 4,
  issuancePerIpv6Net48: 16,
  issuancePerIpv6Net32: 4_096,
}

/**
 * Returns the default limits, overridden by the given ones.
 *
 * @throws InvalidOptionError if a limit is not a whole number of at least 0
 */
export function resolveLimits(overrides: Partial<NetworkLimits> = {}): NetworkLimits {
  const names = Object.keys(defaultLimits) as (keyof NetworkLimits)[]
  const entries = names.map(
    (name) => [name, overrides[name] === undefined ? defaultLimits[name] : overrides[name]] as const,
  )
  for (const [name, limit] of entries) {
    // NaN would disable the limit, as no count reaches it.
    if (!Number.isSafeInteger(limit) || limit < 0)
      throw new InvalidOptionError(`limits.${name} must be a whole number of at least 0.`)
  }
  return Object.fromEntries(entries) as unknown as NetworkLimits
}
