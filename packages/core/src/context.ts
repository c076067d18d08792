import type { ShellGrid } from '#orbit/shell-grid'
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
  readonly settings: Settings
  /** Told of every failure that a client sees only as a code, or does not see at all. */
  readonly onError: (error: unknown) => void
}

/** What the operator chose, with the defaults filled in. */
export interface Settings {
  /** Origin to ask instead of a provider's own, by provider id. */
  readonly upstreamOrigins: Readonly<Record<string, string>>
  /** Appended to every `source` label, such as `(sample)`; empty for none. */
  readonly sourceNote: string
  /** Names the set of upstream origins, so that what one set gave is never taken for another's. */
  readonly world: string
  readonly keyPrefix: string
  readonly limits: NetworkLimits
  /** Which shells there are. */
  readonly grid: ShellGrid
}

/** Requests per network on the paths that need no key. */
export interface NetworkLimits {
  readonly referencePerMinute: number
  readonly speedtestPerMinute: number
  readonly issuancePerHour: number
}
