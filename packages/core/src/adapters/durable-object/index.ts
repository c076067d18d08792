import { DurableObject } from 'cloudflare:workers'
import { Rows, type Sql } from '#adapters/durable-object/rows'
import { prefixedAdapter } from '#adapters/shared/prefixed-adapter'
import type { MaybePromise } from '#kernel/kit/maybe-promise'
import { hours, seconds } from '#kernel/kit/time'
import { type Added, type AtomicStore, routedCounters } from '#kernel/storage/atomic-store'
import type { StoreBackend } from '#kernel/storage/backend'

export type { Sql } from '#adapters/durable-object/rows'

/** Parts of a Durable Object's state that are used. */
export interface DurableObjectState {
  readonly storage: {
    readonly sql: Sql
    /** Returns when the alarm is due, in epoch milliseconds. */
    getAlarm(): Promise<number | null>
    /** Sets the alarm, in epoch milliseconds. */
    setAlarm(at: number): Promise<void>
  }
}

/** Interval between two sweeps of an object. */
const SWEEP_MS = hours(1)

/** Durable Object of the store. The Worker must export it and list it in its migrations as a SQLite class. */
export class SpaceDataStore extends DurableObject {
  readonly #rows: Rows
  readonly #storage: DurableObjectState['storage']
  #sweepAt = 0

  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env)
    this.#storage = ctx.storage
    this.#rows = new Rows(ctx.storage.sql)
  }

  /** Runs a step of the hourly sweep. */
  async alarm(): Promise<void> {
    const next = this.#rows.sweep(Date.now())
    this.#sweepAt = 0
    if (next === 'now') await this.#storage.setAlarm(Date.now())
    if (next === 'later') this.#scheduleSweep()
  }

  /** Returns the record of a key, which may have expired. */
  read(key: string): string | undefined {
    return this.#rows.read(key)
  }

  /** Writes a record. It expires after `ttlMs` milliseconds, if given. */
  write(key: string, value: string, ttlMs?: number): void {
    this.#scheduleSweep()
    this.#rows.write(key, value, ttlMs, Date.now())
  }

  /** Deletes a record. Returns whether it existed. */
  remove(key: string): boolean {
    return this.#rows.remove(key)
  }

  /** Returns the keys of this object's records that start with `prefix`. */
  list(prefix: string): string[] {
    return this.#rows.list(prefix)
  }

  /** Implements `AtomicStore.add`. */
  add(key: string, limit: number, until: number, now: number, times?: number): Added {
    this.#scheduleSweep()
    return this.#rows.add(key, limit, until, now, times)
  }

  /** Implements `AtomicStore.raise`. */
  raise(key: string, least: number, until: number, now: number): void {
    this.#scheduleSweep()
    this.#rows.raise(key, least, until, now)
  }

  /** Implements `AtomicStore.subtract`. */
  subtract(key: string, times?: number): void {
    this.#rows.subtract(key, times)
  }

  /** Implements `AtomicStore.setIfAbsent`. */
  setIfAbsent(key: string, value: string, until: number, now: number): string {
    this.#scheduleSweep()
    return this.#rows.setIfAbsent(key, value, until, now)
  }

  /** Implements `AtomicStore.compareAndSwap`. */
  compareAndSwap(key: string, expected: string, value: string, until: number, now: number): boolean {
    this.#scheduleSweep()
    return this.#rows.compareAndSwap(key, expected, value, until, now)
  }

  /** Implements `AtomicStore.count`. */
  count(key: string, now: number): number {
    return this.#rows.count(key, now)
  }

  /** Implements `AtomicStore.get`. */
  get(key: string, now: number, until: number): string {
    return this.#rows.get(key, now, until)
  }

  /** Schedules a sweep within the hour, even if a clock that was ahead has scheduled a later one. */
  #scheduleSweep(): void {
    const now = Date.now()
    if (this.#sweepAt > now && this.#sweepAt <= now + SWEEP_MS) return
    this.#sweepAt = now + SWEEP_MS
    this.#scheduleAlarm(now + SWEEP_MS).catch(() => {
      this.#sweepAt = 0
    })
  }

  async #scheduleAlarm(latest: number): Promise<void> {
    const alarmAt = await this.#storage.getAlarm()
    if (alarmAt === null || alarmAt > latest) await this.#storage.setAlarm(latest)
    else this.#sweepAt = alarmAt
  }
}

/** Durable Object as called over RPC, or by code that runs inside it. */
export type DurableObjectStub = {
  [M in StoreObjectMethod]: (
    ...args: Parameters<SpaceDataStore[M]>
  ) => MaybePromise<ReturnType<SpaceDataStore[M]>>
}

/** Methods of the store's objects that are called over RPC. */
export type StoreObjectMethod = keyof AtomicStore | 'read' | 'write' | 'remove' | 'list'

/** Parts of a binding such as `env.STORE` that are used. */
export interface DurableObjectNamespace<Id> {
  /** Returns the id that belongs to a name. */
  idFromName(name: string): Id
  /** Returns the object with the given id. */
  get(id: Id): DurableObjectStub
}

/**
 * Number of objects that share the keys. It must never change, because keys would then be looked up in the
 * wrong object.
 */
const OBJECT_COUNT = 16

/** Long enough for an object that must be started first. */
const TIMEOUT_MS = seconds(5)

/**
 * Objects cannot be emptied while a Worker runs. Without this time, every unknown key would read the object
 * that has the identity.
 */
const IDENTITY_TTL_MS = seconds(1)

/**
 * Stores everything in sixteen Durable Objects with SQLite storage. Keys are distributed over the objects,
 * and counts are exact worldwide. An object serves about a thousand requests per second, which limits a
 * single account.
 *
 * @param namespace The Durable Object binding, such as `env.STORE`.
 * @example
 * import { createSpaceData } from '@space-data/core'
 * import { durableObjects } from '@space-data/core/durable-object'
 *
 * export { SpaceDataStore } from '@space-data/core/durable-object'
 *
 * const spaceData = createSpaceData({ store: durableObjects(env.STORE) })
 */
export function durableObjects<Id>(namespace: DurableObjectNamespace<Id>): StoreBackend {
  // A stub belongs to the request that created it, and cannot be used after its first failure.
  const stubOf = (n: number) => namespace.get(namespace.idFromName(`store ${n}`))
  const shardOf = (key: string) => fnv1a(key) % OBJECT_COUNT
  const stubFor = (key: string) => stubOf(shardOf(key))
  // All functions are async, because a stub returns thenables that are not instances of Promise.
  const { adapter, keys } = prefixedAdapter('', {
    get: async <Value>(key: string) => (await stubFor(key).read(key)) as Value | undefined,
    set: async (key, value: string, ttlMs) => stubFor(key).write(key, value, ttlMs),
    delete: async (key) => stubFor(key).remove(key),
    async keys(prefix) {
      const lists = Array.from({ length: OBJECT_COUNT }, (_, n) => stubOf(n).list(prefix))
      return (await Promise.all(lists)).flat()
    },
  })
  return {
    description: `${OBJECT_COUNT} Durable Objects with SQLite`,
    adapter,
    atomic: routedCounters(async (key, _, operation) => operation(stubFor(key))),
    timeoutMs: TIMEOUT_MS,
    shardOf,
    isolatesRequests: true,
    identityTtlMs: IDENTITY_TTL_MS,
    keys,
    close: async () => {},
  }
}

/** FNV-1a, 32 bits: stable across runtimes and versions. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
