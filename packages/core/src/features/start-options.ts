import type { NightlyOptions } from '#features/debris/night/nightly-shells'

/**
 * Options of `jobs.start()`. It schedules the shells nightly at 03:17 UTC (on an empty store also a minute after the
 * start), the report of a month on the 1st of the next month, the space weather history hourly, the detection of
 * alerts every 30 seconds (hourly while nobody receives any), webhooks every 2 seconds, and the upstream check
 * weekly.
 */
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
