import { type Accounts, createAccounts } from '#kernel/accounts/accounts'
import { accounts } from '#kernel/accounts/feature'
import { createKeys, type Keys } from '#kernel/accounts/keys/keys'
import { type Endpoint, takesKey } from '#kernel/endpoint/endpoint'
import {
  type AnyFeature,
  assertDistinct,
  loadLater,
  optionsOf,
  recordsOf,
  withNeeds,
} from '#kernel/endpoint/feature'
import type { RawRequest, RawResponse } from '#kernel/endpoint/http-message'
import { retiredEndpoints } from '#kernel/endpoint/publication/publications'
import type { Served } from '#kernel/endpoint/representation'
import { type ConnectionInfo, toFetchHandler, withBase } from '#kernel/http/fetch-handler'
import { createPipeline } from '#kernel/http/pipeline'
import { createContext } from '#kernel/instance/create-context'
import { declaredBy, endpointsFor } from '#kernel/instance/endpoints'
import { type GetParameters, get } from '#kernel/instance/get'
import type { Jobs } from '#kernel/instance/jobs'
import { assertOrigins, KERNEL_OPTIONS, type KernelOptions } from '#kernel/instance/options'
import { InvalidOptionError } from '#kernel/kit/errors'
import type { MaybePromise } from '#kernel/kit/maybe-promise'
import { assertOptions, isObject } from '#kernel/kit/option-rules'
import { stopAll } from '#kernel/kit/schedule'
import {
  createStoreMaintenance,
  loadWholeStore,
  type StoreMaintenance,
} from '#kernel/maintenance/manage-store'
import { requireProviders } from '#kernel/upstreams/require-providers'

/**
 * Instance of the service, which can be mounted on any host.
 * @typeParam Payloads Payloads of its endpoints, by path.
 * @typeParam Start Options of `jobs.start()`.
 */
export interface Instance<Payloads = Record<never, never>, Start extends object = object> {
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
  get<Path extends string & keyof Payloads>(
    path: Path,
    params?: GetParameters,
  ): Promise<Served<Payloads[Path]>>
  /** Runs the pipeline directly, for adapters that write bytes without `Request` and `Response`. */
  dispatch(request: RawRequest): MaybePromise<RawResponse>
  /** Path under which every route is mounted. Empty for none. */
  readonly base: string
  /** Issues, lists, rotates and revokes API keys. */
  readonly keys: Keys
  /** Lists accounts and sets their tiers. */
  readonly accounts: Accounts
  /** Background jobs; features add theirs. */
  readonly jobs: Jobs<Start>
  /** Describes, checks, exports and backs up the store. */
  readonly store: StoreMaintenance
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
 * Creates an instance of the features in its options, the features that they need, and the issue of keys.
 * @param placed Rows that documents list elsewhere than with their feature, each with the row that it follows.
 * @throws InvalidOptionError for an invalid option, and for features that cannot be combined.
 */
export function createInstance(options: KernelOptions, placed: Readonly<Record<string, string>>): Instance {
  const features = featuresFor(options)
  const context = createContext(options, features)
  const { settings, table } = context
  const mirror = options.mirror?.connect(context)
  if (mirror) {
    const copies = mirror.series(() => ({ context, endpoints: table.offered }))
    for (const { mirrored } of features) Object.assign(context, mirrored?.(context as never, copies as never))
  }
  const isOpen = options.mirror?.access === 'open'
  const added: readonly Endpoint[] = options.endpoints ?? []
  const serveHere = (endpoint: Endpoint) => {
    const served = mirror && !added.includes(endpoint) ? mirror.serve(endpoint) : endpoint
    return isOpen && takesKey(served.access) ? withOpenAccess(served) : served
  }
  const builtIn = declaredBy(features, placed, settings)
  const { declared, offered } = endpointsFor(builtIn, settings, { added, as: serveHere })
  table.fill(offered, declared)
  const { base } = settings
  const routed = [...offered, ...retiredEndpoints(offered)]
  const loadProblemPage = features.find(({ problemPage }) => problemPage)?.problemPage
  const pipeline = createPipeline(routed, context, {
    observer: options.onEvent && context.onEvent,
    loadProblemPage,
  })
  const dispatch = withBase(base, mirror ? mirror.detectLoops(pipeline) : pipeline)
  const handle = toFetchHandler(dispatch)
  let operatorHandle: Instance['handle'] | undefined
  const handleAsOperator = (request: Request) => {
    operatorHandle ??= toFetchHandler(
      withBase(base, createPipeline(routed.map(withOpenAccess), context, { loadProblemPage })),
    )
    return operatorHandle(request)
  }
  const api: readonly ApiPart[] = features.map((feature) => feature.api?.(context as never) ?? {})
  const jobs: Jobs = {
    start(startOptions = {}) {
      requireProviders(context)
      const started = features.map(({ start }) => start?.(context as never, startOptions as never))
      return context.stops.add(stopAll(started.filter((stop) => stop !== undefined)))
    },
    prefetch(prefetching) {
      if (!mirror)
        throw new InvalidOptionError('prefetch is only available on a mirror; set the option mirror')
      return context.stops.add(mirror.prefetch({ context, endpoints: offered }, prefetching))
    },
  }
  return {
    handle,
    fetch: handle,
    handleAsOperator,
    get: async (path: string, params: GetParameters = {}) =>
      (await get(routed, path, params, context)) as never,
    dispatch,
    base,
    keys: createKeys(context, keyedPathsOf(offered)),
    accounts: createAccounts(context),
    store: createStoreMaintenance(() => recordsOf(features), context),
    async loadPages() {
      await Promise.all([loadWholeStore(), loadLater(features)])
    },
    async close() {
      const closed = context.accounts.openResponses.close()
      await Promise.all([closed, context.stops.all()])
      await context.accounts.reservations.returnAll()
      await context.store.close()
    },
    async loadFirstData() {
      await context.loadFirstData()
    },
    // Replaced by the feature that serves `/readyz`.
    drain() {},
    ...Object.assign({}, ...api),
    jobs: Object.assign(jobs, ...api.map((each) => each.jobs)),
  }
}

/** Returns the features of an instance. Throws an InvalidOptionError if they do not have one of the options. */
function featuresFor(options: KernelOptions): readonly AnyFeature[] {
  const { features: listed } = isObject(options) ? options : { features: [] }
  if (listed === undefined)
    throw new InvalidOptionError(`features must be ${KERNEL_OPTIONS.features.expected}`)
  assertOptions({ features: listed }, KERNEL_OPTIONS)
  const features = withNeeds([accounts, ...listed])
  assertDistinct(features)
  assertOptions(options, { ...KERNEL_OPTIONS, ...optionsOf(features) })
  assertOrigins(options.upstreams)
  return features
}

/** Members that a feature adds to an instance. */
interface ApiPart {
  readonly jobs?: object
}

function keyedPathsOf(endpoints: readonly Endpoint[]): string[] {
  return endpoints.filter(({ access }) => takesKey(access)).map(({ path }) => path)
}

/** Opens an endpoint to clients without a key, unless it concerns the account of a key. */
function withOpenAccess(endpoint: Endpoint): Endpoint {
  return endpoint.isOfAccount ? endpoint : { ...endpoint, access: 'open' }
}
