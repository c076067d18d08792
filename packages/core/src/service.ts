import { memory } from '#backends/memory'
import type { Context, NetworkLimits } from '#context'
import type { Answer, Ask } from '#declare/ask'
import type { Endpoint } from '#declare/endpoint'
import { openApiOf } from '#describe/openapi'
import { endpointsOf } from '#endpoints/index'
import { createAnswer } from '#http/answer'
import { fetchFace, type Peer } from '#http/fetch-face'
import { type NightlyOptions, nightlyShells } from '#jobs/nightly-shells'
import { type PropagateShellsOptions, propagateShells, type ShellReport } from '#jobs/propagate-shells'
import { type PullCatalogueOptions, type PulledCatalogue, pullCatalogue } from '#jobs/pull-catalogue'
import type { Stop } from '#jobs/schedule'
import { type ShellStatus, shellStatus } from '#jobs/shell-status'
import { type Accounts, manageAccounts } from '#keys/accounts'
import { type Keys, manageKeys } from '#keys/manage'
import { hashOf } from '#keys/secret'
import { type TierChanges, tiersOf } from '#keys/tiers'
import { defaultGrid, gridOf } from '#orbit/shell-grid'
import type { Soon } from '#soon'
import type { Backend } from '#store/backend'
import type { ServiceEvent } from '#store/service-event'
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
  /**
   * Lowest and highest altitude that can be asked for, in km: multiples of 10 from 100 to 5,000. Default 150 to 2,000. Every
   * instance on one store needs the same.
   */
  readonly altitudes?: { readonly minKm: number; readonly maxKm: number }
  /** Requests per network on the paths without a key. Defaults 120 and 60 a minute, 10 an hour. */
  readonly limits?: Partial<NetworkLimits>
  /**
   * Tiers that differ from section 8, by name: some fields of one of its tiers, or all fields of a new one. Throws a TypeError
   * that names the field. Every instance on one store needs the same.
   */
  readonly tiers?: TierChanges
  /**
   * Told of every failure behind a 5xx answer, of every upstream that fails and of what the store fails at, each once
   * however many requests it meets. Defaults to `console.error`.
   */
  readonly onError?: (error: unknown) => void
  /** Told of what an operator counts, such as requests admitted while the store is away. Default none. */
  readonly onEvent?: (event: ServiceEvent) => void
}

/** One instance of the service, to be mounted on any host. */
export interface SpaceData {
  /** Answers a fetch-standard request; never rejects. */
  handle(request: Request, peer?: Peer): Promise<Response>
  /** Answers as `handle` does, but to the operator: without a key, a quota or a rate. */
  handleAsOperator(request: Request): Promise<Response>
  /** The pipeline itself, for hosts that write bytes without `Request` and `Response`. */
  answer(ask: Ask): Soon<Answer>
  readonly keys: Keys
  readonly accounts: Accounts
  readonly jobs: Jobs
  /** The OpenAPI 3.1 description, as `/openapi.json` serves it. */
  openapi(): object
  /** Where data are kept, in words. */
  readonly storeDescription: string
  /** What an operator should change about the store, in words; empty when all is well. */
  readonly storeWarnings: readonly string[]
  /** Closes the store; the instance must not be asked afterwards. */
  close(): Promise<void>
}

/** What a host's scheduler may run. */
export interface Jobs {
  /** Fetches the whole public catalogue, one query per launch year, all or nothing. */
  pullCatalogue(options?: PullCatalogueOptions): Promise<PulledCatalogue>
  /** Propagates the catalogue over 24 hours and publishes the shells; throws JobBusy while another process is at it. */
  propagateShells(options?: PropagateShellsOptions): Promise<ShellReport>
  /** What is known of the shells and of the job, on whichever instance it ran. */
  shellStatus(): Promise<ShellStatus>
  /** Propagates the shells every night at 03:17 UTC until it is stopped; closing the instance stops it, too. */
  start(options?: NightlyOptions): Stop
}

/** Makes an instance: options → context → pipeline. */
export function createSpaceData(options: SpaceDataOptions = {}): SpaceData {
  const context = contextOf(options)
  const endpoints = endpointsOf(context.settings)
  const answer = createAnswer(endpoints, context)
  const started: Stop[] = []
  let forOperator: SpaceData['handle'] | undefined
  return {
    handle: fetchFace(answer),
    handleAsOperator(request) {
      forOperator ??= fetchFace(createAnswer(endpoints.map(opened), context))
      return forOperator(request)
    },
    answer,
    keys: manageKeys(context),
    accounts: manageAccounts(context),
    jobs: {
      pullCatalogue: (jobOptions) => pullCatalogue(context, jobOptions),
      propagateShells: (jobOptions) => propagateShells(context, jobOptions),
      shellStatus: () => shellStatus(context),
      start(jobOptions) {
        const stop = nightlyShells(context, jobOptions)
        started.push(stop)
        return stop
      },
    },
    openapi: () => openApiOf(endpoints),
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

function contextOf(options: SpaceDataOptions): Context {
  const { now = () => new Date(), upstreams = {}, sourceNote = '', staleIfErrorMs = 0 } = options
  const clock = () => now().getTime()
  const onError = once(options.onError ?? ((error) => console.error(error)))
  const onEvent = unfailing(options.onEvent ?? (() => {}), onError)
  const store = openStore(options.store ?? memory(), {
    onChange(access, failure) {
      if (failure) onError(failure)
      onEvent({ type: failure ? 'store_failed' : 'store_back', access })
    },
  })
  const world = worldOf(sourceNote, upstreams)
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
      tiers: tiersOf(options.tiers),
      grid: options.altitudes ? gridOf(options.altitudes) : defaultGrid,
    },
    onError,
    onEvent,
  }
}

/** A name for a set of origins that tells none of them: an operator's own may hold a secret. */
function worldOf(sourceNote: string, upstreams: Partial<Record<ProviderId, string>>): string {
  const origins = Object.entries(upstreams).map(([id, origin]) => `${id}=${origin}`)
  const name = origins.length > 0 ? hashOf(origins.sort().join(' ')).slice(0, 16) : ''
  return `${sourceNote} ${name}`.trim()
}

/** Passes on what it is told for the first time: a store that is away fails many requests by one failure. */
function once(onError: (error: unknown) => void): (error: unknown) => void {
  const told = new WeakSet<object>()
  return (error) => {
    if (typeof error === 'object' && error !== null) {
      if (told.has(error)) return
      told.add(error)
    }
    onError(error)
  }
}

/** An operator's counting must not fail a request. */
function unfailing<T>(listen: (event: T) => void, onError: (error: unknown) => void): (event: T) => void {
  return (event) => {
    try {
      listen(event)
    } catch (error) {
      onError(error)
    }
  }
}
