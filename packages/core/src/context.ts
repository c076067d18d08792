import type { ShellGrid } from '#orbit/shell-grid'
import type { CheckReports } from '#store/check-reports'
import type { Readings } from '#store/readings'
import type { ServiceEvent } from '#store/service-event'
import type { ShellJob } from '#store/shell-job'
import type { Snapshots } from '#store/snapshots'
import type { Store } from '#store/store'
import type { UpstreamStates } from '#store/upstream-states'

/** Everything impure that the rest of the program may touch, and nothing else. */
export interface Context {
  readonly fetch: typeof fetch
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly store: Store
  readonly snapshots: Snapshots
  readonly upstreamStates: UpstreamStates
  readonly checkReports: CheckReports
  readonly readings: Readings
  readonly shellJob: ShellJob
  readonly settings: Settings
  /** Told of every failure that a client sees only as a code, or does not see at all. */
  readonly onError: (error: unknown) => void
  /** Told of what an operator counts. */
  readonly onEvent: (event: ServiceEvent) => void
}

/** What the operator chose, with the defaults filled in. */
export interface Settings {
  /** The path under which everything stands, such as `/space`; empty for none. */
  readonly base: string
  /** Origin to ask instead of a provider's own, by provider id. */
  readonly upstreamOrigins: Readonly<Record<string, string>>
  /** Appended to every `source` label, such as `(sample)`; empty for none. */
  readonly sourceNote: string
  /** Names the set of upstream origins, so that what one set gave is never taken for another's. */
  readonly world: string
  /** How long past its time the last good answer is still given when its upstream fails. */
  readonly staleIfErrorMs: number
  readonly keyPrefix: string
  readonly limits: NetworkLimits
  readonly tiers: Tiers
  /** Which shells there are. */
  readonly grid: ShellGrid
}

/** What a tier may ask for; `null` is unbounded, or a figure that is not given. */
export interface Tier {
  readonly requests_per_day: number | null
  readonly keys: number | null
  readonly price: string
  readonly support: string
}

/** The tiers in force, in the order of section 8 and then of their making; `free` is always among them. */
export type Tiers = ReadonlyMap<string, Tier>

/** What is allowed without a key, to one network unless it says otherwise; 0 allows nothing. */
export interface NetworkLimits {
  /** Requests for TLE and `/ref`. */
  readonly referencePerMinute: number
  /** Requests for `/`, `/status` and `/openapi.json` together. */
  readonly publicPerMinute: number
  /** Answers of 401, and of 404 for a path that is not there. */
  readonly refusedPerMinute: number
  /** Requests to the speed test. */
  readonly speedtestPerMinute: number
  /** Bytes of the speed test in both directions, in units of 10^6; counted in tens. */
  readonly speedtestMegabytesPerHour: number
  /** Transfers of the speed test that one process has under way at once, a quarter of them for one network at most. */
  readonly speedtestTransfers: number
  /** Attempts to be issued a key. */
  readonly issuancePerHour: number
  /** Free keys that the whole service issues on a UTC day. */
  readonly issuancePerDay: number
  /** Free keys on a UTC day for an IPv4 address, and for the block of 2^8 around it. */
  readonly issuancePerIpv4: number
  readonly issuancePerIpv4Net24: number
  /** Free keys on a UTC day for an IPv6 /64, and for the blocks around it. */
  readonly issuancePerIpv6Net64: number
  readonly issuancePerIpv6Net56: number
  readonly issuancePerIpv6Net48: number
  readonly issuancePerIpv6Net32: number
}
