import type { NightlyOptions } from '#debris/night/nightly-shells'
import type { PrefetchOptions } from '#host/mirror-option'
import type { Stop } from '#kit/schedule'

/** The jobs of an instance, to which features add theirs. Run them one by one, or let `start` schedule them. */
export interface Jobs {
  /**
   * Schedules the recurring jobs until stopped or until the instance is closed: the shells nightly at 03:17
   * UTC (on an empty store also a minute after the start), the upstream check weekly, the deletion of keys
   * that ended long ago daily, the report of a month on the 1st of the next month, the space weather history
   * hourly, the detection of alerts every 30 seconds (hourly while nobody receives any), and webhooks every 2
   * seconds. Loads the data for which `/readyz` waits.
   * @throws InvalidOptionError on a mirror.
   * @example
   * const stop = spaceData.jobs.start({ pool: () => nodeWorkers(1) })
   */
  start(options?: StartOptions): Stop
  /**
   * Only on mirrors: fetches every path that is known in advance, and keeps it fresh until stopped or until
   * the instance is closed. Reserves a fifth of the mirror's quota for clients.
   * @throws InvalidOptionError if this instance is not a mirror.
   */
  prefetch(options?: PrefetchOptions): Stop
}

/** Options of the schedules of all jobs. */
export interface StartOptions extends NightlyOptions {
  /**
   * Whether alerts are detected and sent; `false` for a host that does so with `jobs.alerts`.
   * @default true
   */
  readonly alerts?: boolean
  /**
   * Whether the report of each month is generated; `false` for a host that does so with `jobs.reports`.
   * @default true
   */
  readonly reports?: boolean
}
