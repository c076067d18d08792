import { memory } from '#backends/memory'
import type { Context, NetworkLimits } from '#context'
import type { Answer, Ask } from '#declare/ask'
import { openApiOf } from '#describe/openapi'
import { endpoints } from '#endpoints/index'
import { createAnswer } from '#http/answer'
import { fetchFace, type Peer } from '#http/fetch-face'
import { type PullCatalogueOptions, type PulledCatalogue, pullCatalogue } from '#jobs/pull-catalogue'
import { type Keys, manageKeys } from '#keys/manage'
import type { Soon } from '#soon'
import type { Backend } from '#store/backend'
import { Snapshots } from '#store/snapshots'
import { openStore } from '#store/store'
import { UpstreamStates } from '#store/upstream-states'
import type { ProviderId } from '#upstreams/providers'

/** What a host may choose; everything has a default. */
export interface SpaceDataOptions {
  /** Where keys, counts and last good answers are kept. Defaults to memory, which forgets on restart. */
  readonly store?: Backend
  /** How upstreams are asked. Defaults to the host's `fetch`. */
  readonly fetch?: typeof fetch
  /** What time it is. Defaults to the system clock. */
  readonly now?: () => Date
  /** Origins to ask instead of the providers' own: proxies, mirrors, stand-ins. */
  readonly upstreams?: Partial<Record<ProviderId, string>>
  /** Appended to every `source` label, such as `(sample)`. Default none. */
  readonly sourceNote?: string
  /**
   * How long past `valid_until` the last good answer is still given when its upstream fails, in milliseconds: marked
   * `no-store` and with a negative `ttl` in `Cache-Status`. Default 0, at most 7 days.
   */
  readonly staleIfErrorMs?: number
  /** How a live key begins. Default `sd_live_`; changing it makes all issued keys unknown. */
  readonly keyPrefix?: string
  /** Requests per network on the paths without a key. Defaults 120 and 60 a minute, 10 an hour. */
  readonly limits?: Partial<NetworkLimits>
  /** Told of every failure behind a 5xx answer and of every upstream that fails. Defaults to `console.error`. */
  readonly onError?: (error: unknown) => void
}

/** One instance of the service, to be mounted on any host. */
export interface SpaceData {
  /** Answers a fetch-standard request; never rejects. */
  handle(request: Request, peer?: Peer): Promise<Response>
  /** The pipeline itself, for hosts that write bytes without `Request` and `Response`. */
  answer(ask: Ask): Soon<Answer>
  readonly keys: Keys
  readonly jobs: Jobs
  /** The OpenAPI 3.1 description, as `/openapi.json` serves it. */
  openapi(): object
  /** Where data are kept, in words. */
  readonly storeDescription: string
  /** Closes the store; the instance must not be asked afterwards. */
  close(): Promise<void>
}

/** What a host's scheduler may run. */
export interface Jobs {
  /** Fetches the whole public catalogue, one query per launch year, all or nothing. */
  pullCatalogue(options?: PullCatalogueOptions): Promise<PulledCatalogue>
}

/** Makes an instance: options → context → pipeline. */
export function createSpaceData(options: SpaceDataOptions = {}): SpaceData {
  const context = contextOf(options)
  const answer = createAnswer(endpoints, context)
  return {
    handle: fetchFace(answer),
    answer,
    keys: manageKeys(context),
    jobs: { pullCatalogue: (jobOptions) => pullCatalogue(context, jobOptions) },
    openapi: () => openApiOf(endpoints),
    storeDescription: context.store.description,
    close: () => context.store.close(),
  }
}

function contextOf(options: SpaceDataOptions): Context {
  const { now = () => new Date(), upstreams = {}, sourceNote = '', staleIfErrorMs = 0 } = options
  const clock = () => now().getTime()
  const store = openStore(options.store ?? memory())
  const onError = options.onError ?? ((error) => console.error(error))
  const world = [
    sourceNote,
    ...Object.entries(upstreams)
      .map(([id, origin]) => `${id}=${origin}`)
      .sort(),
  ]
    .join(' ')
    .trim()
  return {
    fetch: options.fetch ?? ((...request) => fetch(...request)),
    now: clock,
    store,
    snapshots: new Snapshots({ store, now: clock, world, staleIfErrorMs, onError }),
    upstreamStates: new UpstreamStates(store, world, onError),
    settings: {
      upstreamOrigins: upstreams,
      sourceNote,
      world,
      keyPrefix: options.keyPrefix ?? 'sd_live_',
      limits: { referencePerMinute: 120, speedtestPerMinute: 60, issuancePerHour: 10, ...options.limits },
    },
    onError,
  }
}
