import { memory } from '#backends/memory'
import type { Context, NetworkLimits } from '#context'
import { checkedBase } from '#http/target'
import { limitsOf } from '#keys/limits'
import { checkedPrefix, hashOf } from '#keys/secret'
import { type TierChanges, tiersOf } from '#keys/tiers'
import type { MirrorOptions } from '#mirror/central'
import { defaultGrid, gridOf } from '#orbit/shell-grid'
import type { Backend } from '#store/backend'
import { CheckReports } from '#store/check-reports'
import { Readings } from '#store/readings'
import type { ServiceEvent } from '#store/service-event'
import { ShellJob } from '#store/shell-job'
import { Snapshots } from '#store/snapshots'
import { openStore } from '#store/store'
import { UpstreamStates } from '#store/upstream-states'
import { days } from '#time'
import type { ProviderId } from '#upstreams/providers'

/** What a host may choose; everything has a default. What makes no sense throws a TypeError that names the option. */
export interface SpaceDataOptions {
  /** Where keys, counts and last good answers are kept. Defaults to memory, which forgets on restart. */
  readonly store?: Backend
  /**
   * The path under which everything stands, such as `/space`, in requests as in the OpenAPI document; what is outside
   * is 404. Default none. Not for a host that takes a prefix away by itself. Throws a TypeError for what is no plain path.
   */
  readonly base?: string
  /** How upstreams are asked. Defaults to the host's `fetch`. */
  readonly fetch?: typeof fetch
  /** What time it is. Defaults to the system clock. */
  readonly now?: () => Date
  /** Origins to ask instead of the providers' own: proxies, mirrors, stand-ins. */
  readonly upstreams?: Partial<Record<ProviderId, string>>
  /**
   * Makes this instance a mirror: what needs an upstream is answered from another instance's own answers, bytes and times
   * unchanged, under this one's keys and quotas. Then `upstreams` and `sourceNote` count for nothing.
   */
  readonly mirror?: MirrorOptions
  /** Appended to every `source` label, such as `(sample)`: printable ASCII, as it goes into a header. Default none. */
  readonly sourceNote?: string
  /**
   * How long past `valid_until` the last good answer is still given when its upstream fails, in milliseconds: marked
   * `no-store` and with a negative `ttl` in `Cache-Status`. Default 0, and 7 days on a mirror; at most 7 days.
   */
  readonly staleIfErrorMs?: number
  /** How a live key begins: 1 to 32 of A–Z a–z 0–9 _ -. Default `sd_live_`; changing it makes all issued keys unknown. */
  readonly keyPrefix?: string
  /**
   * Lowest and highest altitude that can be asked for, in km: multiples of 10 from 100 to 5,000. Default 150 to 2,000. Every
   * instance on one store needs the same.
   */
  readonly altitudes?: { readonly minKm: number; readonly maxKm: number }
  /**
   * What is allowed without a key, mostly to one network: requests, bytes of the speed test, free keys. 0 allows nothing. Throws a
   * TypeError that names the limit.
   */
  readonly limits?: Partial<NetworkLimits>
  /**
   * Tiers that differ from section 8, by name: some fields of one of its tiers, or all fields of a new one. Throws a TypeError
   * that names the field. Every instance on one store needs the same.
   */
  readonly tiers?: TierChanges
  /**
   * Told of every failure behind a 5xx answer, of every upstream that fails and of what the store fails at, each once
   * however many requests it meets. What it throws is dropped. Defaults to `console.error`.
   */
  readonly onError?: (error: unknown) => void
  /**
   * Told of what an operator counts: requests that have their answer, asks of upstreams, ends of jobs, the store going and
   * coming. What `handleAsOperator` answers is not counted. Default none, and then nothing is measured either.
   */
  readonly onEvent?: (event: ServiceEvent) => void
}

/** Options → context. */
export function contextOf(options: SpaceDataOptions): Context {
  const { now, mirror } = options
  const upstreams: Readonly<Record<string, string>> = mirror
    ? { central: mirror.of }
    : (options.upstreams ?? {})
  const sourceNote = mirror ? '' : checkedNote(options.sourceNote ?? '')
  const staleIfErrorMs = checkedMs(options.staleIfErrorMs ?? (mirror ? days(7) : 0))
  const clock = now ? () => now().getTime() : () => Date.now()
  const onError = once(unfailing(options.onError ?? ((error) => console.error(error))))
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
    checkReports: new CheckReports(store, world, clock),
    readings: new Readings(store, world, clock, onError),
    shellJob: new ShellJob({ store, world, now: clock, onError }),
    settings: {
      base: checkedBase(options.base ?? ''),
      upstreamOrigins: upstreams,
      sourceNote,
      world,
      staleIfErrorMs,
      keyPrefix: checkedPrefix(options.keyPrefix ?? 'sd_live_'),
      limits: limitsOf(options.limits),
      tiers: tiersOf(options.tiers),
      grid: options.altitudes ? gridOf(options.altitudes) : defaultGrid,
    },
    onError,
    onEvent,
  }
}

/** It goes into the header `x-source` as it is, and no host writes one that a header cannot carry. */
function checkedNote(note: string): string {
  if (!/^[ -~]*$/.test(note)) throw new TypeError('sourceNote: printable ASCII, such as (sample)')
  return note
}

function checkedMs(ms: number): number {
  if (typeof ms !== 'number' || !(ms >= 0)) throw new TypeError('staleIfErrorMs: a number of at least 0')
  return ms
}

/** A name for a set of origins that tells none of them: an operator's own may hold a secret. */
function worldOf(sourceNote: string, upstreams: Readonly<Record<string, string>>): string {
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

/** An operator's counting and logging must not fail a request; what a log throws has nowhere to go. */
function unfailing<T>(
  listen: (event: T) => void,
  onError: (error: unknown) => void = () => {},
): (event: T) => void {
  return (event) => {
    try {
      listen(event)
    } catch (error) {
      onError(error)
    }
  }
}
