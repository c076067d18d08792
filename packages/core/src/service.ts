import type { Context } from '#context'
import type { Answer, Ask } from '#declare/ask'
import type { Endpoint } from '#declare/endpoint'
import { openApiOf } from '#describe/openapi'
import { feedsOf } from '#describe/status-report'
import { endpointsOf } from '#endpoints/index'
import { createAnswer } from '#http/answer'
import { fetchFace, type Peer, underBase } from '#http/fetch-face'
import { withoutLoops } from '#http/loops'
import { type CheckStatus, checkStatus } from '#jobs/check-status'
import { type CheckUpstreamsOptions, checkUpstreams } from '#jobs/check-upstreams'
import { dailyPrune } from '#jobs/daily-prune'
import { type NightlyOptions, nightlyShells } from '#jobs/nightly-shells'
import { type PropagateShellsOptions, propagateShells, type ShellReport } from '#jobs/propagate-shells'
import { type PullCatalogueOptions, type PulledCatalogue, pullCatalogue } from '#jobs/pull-catalogue'
import type { Stop } from '#jobs/schedule'
import { newerShellsElsewhere, type ShellStatus, shellStatus } from '#jobs/shell-status'
import { weeklyCheck } from '#jobs/weekly-check'
import { type Accounts, manageAccounts } from '#keys/accounts'
import { type Keys, manageKeys } from '#keys/manage'
import { manageStore, type StoreMaintenance } from '#maintenance/manage-store'
import { centralOf } from '#mirror/central'
import { mirrored } from '#mirror/mirrored'
import { type PrefetchOptions, prefetch } from '#mirror/prefetch'
import { contextOf, type SpaceDataOptions } from '#service-context'
import type { Soon } from '#soon'
import type { CheckReport } from '#store/check-reports'
import { type Reading, SERIES, type SeriesId } from '#store/readings'
import type { ShellRun } from '#store/shells'

/** One instance of the service, to be mounted on any host. */
export interface SpaceData {
  /** Answers a fetch-standard request; never rejects. */
  handle(request: Request, peer?: Peer): Promise<Response>
  /** Answers as `handle` does, but to the operator: without a key, a quota or a rate. */
  handleAsOperator(request: Request): Promise<Response>
  /** The pipeline itself, for hosts that write bytes without `Request` and `Response`. */
  answer(ask: Ask): Soon<Answer>
  /** The path under which everything stands; empty for none. */
  readonly base: string
  readonly keys: Keys
  readonly accounts: Accounts
  readonly jobs: Jobs
  readonly store: StoreMaintenance
  /** What the feeds of space weather said in the last 24 hours, ascending: at most one reading in 5 minutes. */
  readings(): Promise<Readonly<Record<SeriesId, readonly Reading[]>>>
  /** The OpenAPI 3.1 description, as `/openapi.json` serves it. */
  openapi(): object
  /** Where data are kept, in words. */
  readonly storeDescription: string
  /** What an operator should change about the store, in words; empty when all is well. */
  readonly storeWarnings: readonly string[]
  /** Closes the store; the instance must not be asked afterwards. */
  close(): Promise<void>
}

/** What a host's scheduler may run; what asks the providers throws a TypeError on a mirror. */
export interface Jobs {
  /** Fetches the whole public catalogue, one query per launch year, all or nothing. */
  pullCatalogue(options?: PullCatalogueOptions): Promise<PulledCatalogue>
  /** Propagates the catalogue over 24 hours and publishes the shells; throws JobBusy while another process is at it. */
  propagateShells(options?: PropagateShellsOptions): Promise<ShellReport>
  /** What is known of the shells and of the job, on whichever instance it ran. */
  shellStatus(): Promise<ShellStatus>
  /**
   * The newest run in the store that was made with other `upstreams` or another `sourceNote`, which this instance does not serve, if it is newer
   * than the one that it does; else `null`. Looks through all shells of the store.
   */
  newerShellsElsewhere(): Promise<ShellRun | null>
  /** Verifies every upstream feed and keeps the report for a year; throws JobBusy while another process is at it. */
  checkUpstreams(options?: CheckUpstreamsOptions): Promise<CheckReport>
  /** The last verification and the next, and since when feeds have failed, whichever instance asked them. */
  checkStatus(): Promise<CheckStatus>
  /** The reports of the last 365 days, ascending; at most 400. */
  checkReports(): Promise<readonly CheckReport[]>
  /**
   * Propagates the shells every night at 03:17 UTC, for the first time a minute after the start, verifies the upstreams
   * every week and forgets keys that ended long ago every day, until it is stopped; closing the instance stops it, too.
   */
  start(options?: NightlyOptions): Stop
  /**
   * On a mirror: fetches everything that can be named beforehand and keeps it fresh until it is stopped; closing the
   * instance stops it, too. A fifth of the quota is left to clients. Throws a TypeError where there is no central instance.
   */
  prefetch(options?: PrefetchOptions): Stop
}

/** Makes an instance: options → context → pipeline. */
export function createSpaceData(options: SpaceDataOptions = {}): SpaceData {
  const context = contextOf(options)
  const central = options.mirror && centralOf(options.mirror, context)
  const isOpen = options.mirror?.open === true
  const endpoints = endpointsOf(context.settings, (endpoint) => {
    const own = central ? mirrored(endpoint, central) : endpoint
    return isOpen && own.access === 'key' ? opened(own) : own
  })
  const { base } = context.settings
  const piped = createAnswer(endpoints, context, options.onEvent && context.onEvent)
  const answer = underBase(base, central ? withoutLoops(central.identity, piped) : piped)
  const started: Stop[] = []
  let forOperator: SpaceData['handle'] | undefined
  const withProviders = () => {
    if (central) throw new TypeError('a mirror asks no provider: this job is its central instance’s')
    return context
  }
  return {
    handle: fetchFace(answer),
    handleAsOperator(request) {
      forOperator ??= fetchFace(underBase(base, createAnswer(endpoints.map(opened), context)))
      return forOperator(request)
    },
    answer,
    base,
    keys: manageKeys(context),
    accounts: manageAccounts(context),
    jobs: {
      pullCatalogue: async (jobOptions) => pullCatalogue(withProviders(), jobOptions),
      propagateShells: async (jobOptions) => propagateShells(withProviders(), jobOptions),
      shellStatus: () => shellStatus(context),
      newerShellsElsewhere: () => newerShellsElsewhere(context),
      checkUpstreams: async (jobOptions) => checkUpstreams(withProviders(), jobOptions),
      checkStatus: () =>
        checkStatus(
          feedsOf(endpoints, context).map(({ id }) => id),
          context,
        ),
      checkReports: () => context.checkReports.ofYear(),
      start(jobOptions) {
        const stops = [
          nightlyShells(withProviders(), jobOptions),
          weeklyCheck(context, jobOptions?.who),
          dailyPrune(context, jobOptions?.who),
        ]
        const stop = async () => {
          await Promise.all(stops.map((each) => each()))
        }
        started.push(stop)
        return stop
      },
      prefetch(jobOptions) {
        if (!central) throw new TypeError('prefetch is for a mirror')
        const stop = prefetch(endpoints, central, context, jobOptions)
        started.push(stop)
        return stop
      },
    },
    store: manageStore(context),
    readings: () => lastDay(context),
    openapi: () => openApiOf(endpoints, base),
    storeDescription: context.store.description,
    get storeWarnings() {
      return context.store.warnings
    },
    async close() {
      await Promise.all(started.map((stop) => stop()))
      await context.store.close()
    },
  }
}

function opened(endpoint: Endpoint): Endpoint {
  return { ...endpoint, access: 'open' }
}

async function lastDay({ readings }: Context): Promise<Record<SeriesId, readonly Reading[]>> {
  const pairs = await Promise.all(SERIES.map(async (id) => [id, await readings.lastDay(id)] as const))
  return Object.fromEntries(pairs) as Record<SeriesId, readonly Reading[]>
}
