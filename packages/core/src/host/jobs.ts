import type { AlertsRun } from '#alerts/watches/detect-alerts'
import { detectOnce, repeatDetection } from '#alerts/watches/repeat-detection'
import { deliverDue, deliverWebhooks } from '#alerts/webhooks/deliver-webhooks'
import type { KeptCatalogue } from '#catalogue/history/kept-catalogues'
import type { AddDaysOptions } from '#debris/night/add-days'
import type { NightlyOptions } from '#debris/night/nightly-shells'
import type { Catalogue, PropagateShellsOptions, ShellReport } from '#debris/night/propagate-options'
import { type PullCatalogueOptions, type PulledCatalogue, pullCatalogue } from '#debris/night/pull-catalogue'
import { newerShellsElsewhere, type ShellStatus, shellStatus } from '#debris/night/shell-status'
import type { MadeReport, ReportOptions } from '#debris/reports/make-report'
import { monthlyReport } from '#debris/reports/monthly-report'
import type { ShellRun } from '#debris/shells/shells'
import type { Endpoint } from '#endpoint/endpoint'
import { feedsOf } from '#endpoint/endpoint-feeds'
import type { AnyFeature } from '#endpoint/feature'
import type { InstanceContext } from '#host/context'
import type { Mirroring, PrefetchOptions } from '#host/mirror-option'
import { InvalidOptionError } from '#kit/errors'
import { runSchedule, type Stop, stopAll } from '#kit/schedule'
import { loadFirstData } from '#site/status/endpoints/first-data'
import { type RecordOptions, recordSeries, type SeriesRecording } from '#space-weather/series/record-series'
import type { CheckReport } from '#upstreams/check/check-reports'
import { type CheckStatus, checkStatus } from '#upstreams/check/check-status'
import { type CheckUpstreamsOptions, checkUpstreams } from '#upstreams/check/check-upstreams'
import { type FeedsElsewhere, listFeedsElsewhere } from '#upstreams/states/upstream-states'

/** The jobs of an instance. Run them one by one, or let `start` schedule them. */
export interface Jobs {
  /** The nightly computation of the altitude shells. */
  readonly shells: ShellJobs
  /** The weekly check of every upstream feed. */
  readonly checks: CheckJobs
  /** The monthly debris report. */
  readonly reports: ReportJobs
  /** The detection of alerts. */
  readonly alerts: AlertJobs
  /** The recorder of the space weather history. */
  readonly series: SeriesJobs
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

/** Runs the nightly job and reports its state. */
export interface ShellJobs {
  /**
   * Propagates the catalogue over 24 hours and publishes the density of every shell.
   * @throws JobLockedError if the job is already running on the store.
   * @throws JobRejectedError if the catalogue or the result is implausible, or after six hours.
   * @throws LeaseLostError if the job stalled and another process may have taken over.
   * @throws Problem if the catalogue cannot be pulled or the store fails.
   * @throws InvalidOptionError on a mirror.
   * @example
   * const { runId, objects } = await spaceData.jobs.shells.run({ pool: () => nodeWorkers(2) })
   */
  run(options?: PropagateShellsOptions): Promise<ShellReport>
  /**
   * Returns the published run, and the last and the running job on any instance. After `jobs.start`, it first
   * waits until the start of the next run is known.
   */
  status(): Promise<ShellStatus>
  /**
   * Fetches and stores the complete public catalogue, one query per launch year.
   * @throws Problem if a query fails.
   * @throws InvalidOptionError on a mirror.
   */
  pullCatalogue(options?: PullCatalogueOptions): Promise<PulledCatalogue>
  /**
   * Adds UTC days to the history of the shells from their catalogues, oldest first: the summary of each day
   * and the changes since the previous day, as in `/shell/history` and the monthly report. Their shells are
   * not published, and a day that has a run keeps its summary. Catalogues are kept, too, if `keepCatalogues`
   * is set.
   *
   * @returns The added days.
   * @throws JobLockedError if the job is already running on the store.
   * @throws JobRejectedError if no object of a catalogue can be propagated.
   * @throws Problem if the store fails.
   * @throws InvalidOptionError on a mirror.
   */
  addDays(
    catalogues: AsyncIterable<Catalogue> | Iterable<Catalogue>,
    options?: AddDaysOptions,
  ): Promise<readonly string[]>
  /** Returns the UTC days whose catalogue is kept (`keepCatalogues`), oldest first. */
  keptDays(): Promise<string[]>
  /** Returns the catalogue of a UTC day such as `2026-11-20`, if it is kept. */
  keptCatalogue(day: string): Promise<KeptCatalogue | undefined>
  /**
   * Returns the newest run in the store made with other `upstreams` or another `sourceNote`, if it is newer
   * than the run served here; `null` otherwise. Scans all shells in the store.
   */
  newerElsewhere(): Promise<ShellRun | null>
}

/** Runs the check of the upstreams and reports its state. */
export interface CheckJobs {
  /**
   * Checks every upstream feed and stores the report for a year.
   * @throws JobLockedError if a check is already running on the store.
   * @throws LeaseLostError if the check stalled and another process may have taken over.
   * @throws Problem if the store fails.
   * @throws InvalidOptionError on a mirror.
   */
  run(options?: CheckUpstreamsOptions): Promise<CheckReport>
  /** Returns the last check, the time of the next one, and the times since which feeds have been failing. */
  status(): Promise<CheckStatus>
  /** Returns the reports of the last 365 days, ascending. */
  reports(): Promise<readonly CheckReport[]>
  /**
   * Returns the feeds in the store that belong to instances with other `upstreams` or another `sourceNote`,
   * most recently requested first. Scans the states of all feeds in the store.
   */
  elsewhere(): Promise<readonly FeedsElsewhere[]>
}

/** Generates the monthly debris report. */
export interface ReportJobs {
  /**
   * Generates the report of a month that has ended and stores it permanently: as the first revision, or as
   * the next one if it differs from the last. Otherwise, it is not stored.
   * @throws InvalidOptionError on a mirror, for a value that is not a month, and for a month that has not
   *   ended.
   * @throws JobLockedError if the job is already running on the store.
   * @throws JobRejectedError if the month has no day with a run.
   * @throws Problem if the store fails.
   * @example
   * const { report } = await spaceData.jobs.reports.run({ month: '2026-11' })
   */
  run(options?: ReportOptions): Promise<MadeReport>
  /**
   * Generates the report of each month on the 1st of the next month, until stopped or until the instance is
   * closed, as `start` does.
   * @throws InvalidOptionError on a mirror.
   */
  start(options?: Pick<ReportOptions, 'instanceName'>): Stop
}

/** Runs the detection of alerts. */
export interface AlertJobs {
  /**
   * Checks for alerts once and sends due alerts to webhooks, for hosts that call it every minute. While
   * nobody receives alerts, it checks once an hour, and on a mirror not at all.
   * @throws Problem if the store fails.
   */
  run(): Promise<AlertsRun>
  /**
   * Checks for alerts every 30 seconds (once an hour while nobody receives any) and sends them to webhooks
   * every 2 seconds, until stopped or until the instance is closed, as `start` does.
   */
  start(): Stop
}

/** Runs the recorder of the space weather history. */
export interface SeriesJobs {
  /**
   * Requests each feed that was not requested in the last hour and fills gaps in the last seven days, for
   * hosts that call it every hour. Resolves with `undefined` if nothing was due.
   * @throws JobLockedError if another process is recording.
   * @throws Problem if the store fails.
   * @throws InvalidOptionError on a mirror.
   */
  run(options?: RecordOptions): Promise<SeriesRecording | undefined>
}

/** Creates the jobs of an instance; `onStart` receives the `Stop` of each schedule. */
export function createJobs(
  features: readonly AnyFeature[],
  endpoints: readonly Endpoint[],
  mirror: Mirroring | undefined,
  context: InstanceContext,
  onStart: (stop: Stop) => void,
): Jobs {
  const feeds = feedsOf(endpoints)
  const requireProviders = () => {
    if (mirror)
      throw new InvalidOptionError(
        'a mirror makes no requests to providers; run this job on its central instance',
      )
    return context
  }
  const register = (stop: Stop) => {
    onStart(stop)
    return stop
  }
  const startAlerts = () => [repeatDetection(context), deliverWebhooks(context)]
  return {
    shells: {
      async run(options) {
        const context = requireProviders()
        return (await import('#debris/long-jobs')).propagateShells(context, options)
      },
      async addDays(catalogues, options = {}) {
        const context = requireProviders()
        return (await import('#debris/long-jobs')).addDays(catalogues, options, context)
      },
      async status() {
        await context.debris.shellJob.planned
        return shellStatus(context)
      },
      pullCatalogue: async (options) => pullCatalogue(requireProviders(), options),
      async keptDays() {
        const { keptCataloguesOf } = await import('#catalogue/history/computations')
        return (await keptCataloguesOf(context).days()).map(({ day }) => day)
      },
      async keptCatalogue(day) {
        return (await import('#catalogue/history/computations')).keptCataloguesOf(context).read(day)
      },
      newerElsewhere: () => newerShellsElsewhere(context),
    },
    checks: {
      run: async (options) => checkUpstreams(feeds, requireProviders(), options),
      status: () =>
        checkStatus(
          feeds.map(({ id }) => id),
          context,
        ),
      reports: () => context.checkReports.listYear(),
      elsewhere: () => listFeedsElsewhere(context.store, context.settings.originsId),
    },
    reports: {
      async run(options) {
        const context = requireProviders()
        return (await import('#debris/long-jobs')).makeReport(context, options)
      },
      start(options) {
        const context = requireProviders()
        return register(runSchedule(monthlyReport(context, options), context))
      },
    },
    series: {
      run: async (options) => recordSeries(requireProviders(), options),
    },
    alerts: {
      async run() {
        const run = await detectOnce(context)
        await deliverDue(context)
        return run
      },
      start: () => register(stopAll(startAlerts())),
    },
    start(options = {}) {
      requireProviders()
      void loadFirstData(context)
      return register(
        stopAll(features.flatMap(({ start }) => start?.(context as never, options as never) ?? [])),
      )
    },
    prefetch(options) {
      if (!mirror)
        throw new InvalidOptionError('prefetch is only available on a mirror; set the option mirror')
      return register(mirror.prefetch({ context, endpoints }, options))
    },
  }
}
