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

/** Requests per network on the paths that need no key. */
export interface NetworkLimits {
  readonly referencePerMinute: number
  readonly speedtestPerMinute: number
  readonly issuancePerHour: number
}
