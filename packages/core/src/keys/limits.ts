import type { NetworkLimits } from '#context'

/** What is allowed without a key unless an operator says otherwise. */
export const defaultLimits: NetworkLimits = {
  referencePerMinute: 600,
  publicPerMinute: 600,
  refusedPerMinute: 600,
  // A whole run of the Cloudflare client on a fast link: some 230 requests a minute, 1.27 GB in all.
  speedtestPerMinute: 600,
  speedtestMegabytesPerHour: 5_000,
  speedtestTransfers: 32,
  issuancePerHour: 10,
  // Ten million requests a day at most, and 9 MB of records.
  issuancePerDay: 10_000,
  issuancePerIpv4: 1,
  issuancePerIpv4Net24: 64,
  issuancePerIpv6Net64: 1,
  issuancePerIpv6Net56: 4,
  issuancePerIpv6Net48: 16,
  issuancePerIpv6Net32: 4_096,
}

/** The limits with a host's own; throws a TypeError that names one that is no whole number of at least 0. */
export function limitsOf(own: Partial<NetworkLimits> = {}): NetworkLimits {
  const names = Object.keys(defaultLimits) as (keyof NetworkLimits)[]
  const entries = names.map(
    (name) => [name, own[name] === undefined ? defaultLimits[name] : own[name]] as const,
  )
  for (const [name, limit] of entries) {
    // No count ever reaches one that is no number, which would be none.
    if (!Number.isSafeInteger(limit) || limit < 0)
      throw new TypeError(`limits.${name}: a whole number of at least 0`)
  }
  return Object.fromEntries(entries) as unknown as NetworkLimits
}
