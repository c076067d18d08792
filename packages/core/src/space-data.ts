import { type Accounts, createAccounts } from '#accounts/accounts'
import { createKeys, type Keys } from '#accounts/keys/keys'
import type { Webhooks } from '#alerts/webhooks/webhook'
import { createWebhooks } from '#alerts/webhooks/webhooks'
import { type Endpoint, takesKey } from '#endpoint/endpoint'
import { type AnyFeature, loadLater, type PayloadsOfFeatures, recordsOf } from '#endpoint/feature'
import type { RawRequest, RawResponse } from '#endpoint/http-message'
import type { PayloadsOf } from '#endpoint/payloads'
import { retiredEndpoints } from '#endpoint/publication/publications'
import type { Served } from '#endpoint/representation'
import { everything, placed } from '#features/everything'
import type { InstanceContext } from '#host/context'
import { createContext } from '#host/create-context'
import { declaredBy, endpointsFor } from '#host/endpoints'
import { type GetParameters, get } from '#host/get'
import { createJobs, type Jobs } from '#host/jobs'
import { createStoreMaintenance, loadWholeStore, type StoreMaintenance } from '#host/maintenance/manage-store'
import type { SpaceDataOptions } from '#host/options'
import { type ConnectionInfo, toFetchHandler, withBase } from '#http/fetch-handler'
import { createPipeline } from '#http/pipeline'
import type { MaybePromise } from '#kit/maybe-promise'
import type { Stop } from '#kit/schedule'
import { loadFirstData } from '#site/status/endpoints/first-data'
import { QUANTITIES, type Quantity, type Reading, readReadings } from '#space-weather/series/readings'
import type { SeriesId } from '#space-weather/series/series-declarations'
import type { SeriesSpan } from '#space-weather/series/series-span'
import { withCopies } from '#space-weather/services'

/** The payloads of the built-in endpoints by path. */
export type Payloads = PayloadsOfFeatures<typeof everything>

/**
 * Instance of the service, which can be mounted on any host.
 * @typeParam Own Payloads of the endpoints that the host has added, by path.
 */
export interface SpaceData<Own = Record<never, never>> {
  /**
   * Handles a fetch-standard request. Never rejects.
   * @param connection Properties of the connection. Without `ip` no free key is issued.
   * @example
   * Deno.serve((request, { remoteAddr }) => spaceData.handle(request, { ip: remoteAddr.hostname }))
   */
  handle(request: Request, connection?: ConnectionInfo): Promise<Response>
  /** Same as `handle`, under the name that hosts call. */
  fetch(request: Request, connection?: ConnectionInfo): Promise<Response>
  /**
   * Handles a request like `handle`, but for the operator: without a key, a quota or a rate limit. Never
   * expose this method.
   * @example
   * const request = new Request('http://localhost/v1/space-weather/kp')
   * const { data } = await (await spaceData.handleAsOperator(request)).json()
   */
  handleAsOperator(request: Request): Promise<Response>
  /**
   * Returns the response of a path for the operator: without a key, a quota or a rate limit. `params`
   * contains the path and query parameters by name.
   *
   * @throws Problem with the code of the response, such as `upstream_unavailable`
   * @example
   * const { data, validUntil } = await spaceData.get('/v1/space-weather/kp')
   * const iss = await spaceData.get('/v1/objects/{norad_id}', { norad_id: 25544 })
   */
  get<Path extends string & keyof (Payloads & Own)>(
    path: Path,
    params?: GetParameters,
  ): Promise<Served<(Payloads & Own)[Path]>>
  /** Runs the pipeline directly, for adapters that write bytes without `Request` and `Response`. */
  dispatch(request: RawRequest): MaybePromise<RawResponse>
  /** Path under which every route is mounted. Empty for none. */
  readonly base: string
  /** Issues, lists, rotates and revokes API keys. */
  readonly keys: Keys
  /** Lists accounts and sets their tiers. */
  readonly accounts: Accounts
  /** Background jobs: shells, checks, schedules. */
  readonly jobs: Jobs
  /** Webhooks of accounts. Every operation rejects unless the option `webhooks` is set. */
  readonly webhooks: Webhooks
  /** Describes, checks, exports and backs up the store. */
  readonly store: StoreMaintenance
  /**
   * Returns the space-weather readings of the last 24 hours in ascending order, at most one per 5 minutes for
   * each quantity.
   */
  readings(): Promise<Readonly<Record<Quantity, readonly Reading[]>>>
  /**
   * Returns the recorded rows of a space weather series from `start` (inclusive) to `stop` (exclusive),
   * including gaps.
   *
   * @throws Problem if the store fails. On a mirror also if a day is unavailable and has no stored copy.
   * @example
   * const { startMs, stepMs, columns } = await spaceData.series('mag', new Date('2026-11-21'), new Date())
   * columns.bz_gsm_nt.forEach((bz, i) => console.log(new Date(startMs + i * stepMs), bz))
   */
  series<Id extends SeriesId>(id: Id, start: Date, stop: Date): Promise<SeriesSpan<Id>>
  /** Returns the OpenAPI 3.1 document, as `/openapi.json` serves it. */
  openapi(): Promise<object>
  /**
   * Loads the code of the pages, and all other code that is otherwise loaded when it is first needed. For
   * hosts whose files may be replaced while they run.
   */
  loadPages(): Promise<void>
  /**
   * Loads the current space weather, which `/readyz` waits for. Never rejects. `jobs.start` also starts this
   * load. Otherwise the first request for `/readyz` starts it, and its response is 503.
   */
  loadFirstData(): Promise<void>
  /**
   * Makes `/readyz` respond with 503 from now on, while requests are still served. Load balancers then remove
   * this instance before it stops listening.
   */
  drain(): void
  /** Stops the schedules, ends the streams and closes the store. Do not use the instance afterwards. */
  close(): Promise<void>
}

/**
 * Creates an instance. Every option has a default. Without options, the instance keeps everything in memory
 * and queries the live providers.
 * @throws InvalidOptionError for an unknown option, an invalid value, or an endpoint that cannot be added.
 * @example
 * import { createSpaceData } from '@space-data/core'
 * import { sqlite } from '@space-data/core/sqlite'
 *
 * const spaceData = createSpaceData({ store: await sqlite('space-data.sqlite') })
 * const response = await spaceData.handle(new Request('http://localhost/ref/tiers'))
 */
export function createSpaceData<const Own extends readonly Endpoint[] = []>(
  options: SpaceDataOptions<Own> = {},
): SpaceData<PayloadsOf<Own>> {
  const features: readonly AnyFeature[] = everything
  const context = createContext(options, features)
  const mirror = options.mirror?.connect(context)
  const copies = mirror?.series(() => ({ context, endpoints: context.table.offered }))
  if (copies) Object.assign(context, { spaceWeather: withCopies(context.spaceWeather, copies) })
  const isOpen = options.mirror?.access === 'open'
  const added: readonly Endpoint[] = options.endpoints ?? []
  const serveHere = (endpoint: Endpoint) => {
    const served = mirror && !added.includes(endpoint) ? mirror.serve(endpoint) : endpoint
    return isOpen && takesKey(served.access) ? withOpenAccess(served) : served
  }
  const builtIn = declaredBy(features, placed, context.settings)
  const { declared, offered: endpoints } = endpointsFor(builtIn, context.settings, { added, as: serveHere })
  context.table.fill(endpoints, declared)
  const { base } = context.settings
  const routed = [...endpoints, ...retiredEndpoints(endpoints)]
  const loadProblemPage = features.find(({ problemPage }) => problemPage)?.problemPage
  const pipeline = createPipeline(routed, context, {
    observer: options.onEvent && context.onEvent,
    loadProblemPage,
  })
  const dispatch = withBase(base, mirror ? mirror.detectLoops(pipeline) : pipeline)
  const handle = toFetchHandler(dispatch)
  const stops: Stop[] = []
  let operatorHandle: SpaceData['handle'] | undefined
  const handleAsOperator = (request: Request) => {
    operatorHandle ??= toFetchHandler(
      withBase(base, createPipeline(routed.map(withOpenAccess), context, { loadProblemPage })),
    )
    return operatorHandle(request)
  }
  return {
    handle,
    fetch: handle,
    handleAsOperator,
    get: async <Path extends string & keyof (Payloads & PayloadsOf<Own>)>(
      path: Path,
      params: GetParameters = {},
    ) => (await get(routed, path, params, context)) as Served<(Payloads & PayloadsOf<Own>)[Path]>,
    dispatch,
    base,
    keys: createKeys(context, keyedPathsOf(endpoints)),
    accounts: createAccounts(context),
    jobs: createJobs(features, endpoints, mirror, context, (stop) => stops.push(stop)),
    webhooks: createWebhooks(context),
    store: createStoreMaintenance(() => recordsOf(features), context),
    readings: () => readLastDay(context),
    series: (id, start, stop) => context.spaceWeather.series.read(id, start.getTime(), stop.getTime()),
    openapi: async () => (await import('#site/describe-api')).describeApi(endpoints, base),
    async loadPages() {
      await Promise.all([loadWholeStore(), loadLater(features)])
    },
    loadFirstData: () => loadFirstData(context),
    drain: () => context.site.readiness.drain(),
    async close() {
      const closed = context.accounts.openResponses.close()
      await Promise.all([closed, ...stops.map((stop) => stop())])
      await context.accounts.reservations.returnAll()
      await context.store.close()
    },
  }
}

function keyedPathsOf(endpoints: readonly Endpoint[]): string[] {
  return endpoints.filter(({ access }) => takesKey(access)).map(({ path }) => path)
}

/** Opens an endpoint to clients without a key, unless it concerns the account of a key. */
function withOpenAccess(endpoint: Endpoint): Endpoint {
  return endpoint.isOfAccount ? endpoint : { ...endpoint, access: 'open' }
}

async function readLastDay({
  spaceWeather: { series },
  now,
}: InstanceContext): Promise<Record<Quantity, readonly Reading[]>> {
  const read = async (quantity: Quantity) => [quantity, await readReadings(quantity, series, now())] as const
  const pairs = await Promise.all(QUANTITIES.map(read))
  return Object.fromEntries(pairs) as Record<Quantity, readonly Reading[]>
}
