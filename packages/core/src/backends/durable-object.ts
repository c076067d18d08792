import { DurableObject } from 'cloudflare:workers'
import { Rows, type Sql } from '#backends/durable-object-rows'
import { underPrefix } from '#backends/under-prefix'
import type { Backend } from '#store/backend'
import type { Take } from '#store/counters'
import { hours, seconds } from '#time'

/** What we use of the state that workerd gives to an object. */
interface ObjectState {
  readonly storage: {
    readonly sql: Sql
    /** Epoch milliseconds. */
    getAlarm(): Promise<number | null>
    setAlarm(at: number): Promise<void>
  }
}

/** How long after one sweep of an object the next begins. */
const SWEEP_MS = hours(1)

/** The Durable Object behind the store: to be exported by the Worker and named in its migrations as a SQLite class. */
export class SpaceDataStore extends DurableObject {
  readonly #rows: Rows
  readonly #storage: ObjectState['storage']
  #sweepAt = 0

  constructor(ctx: ObjectState, env: unknown) {
    super(ctx, env)
    this.#storage = ctx.storage
    this.#rows = new Rows(ctx.storage.sql)
  }

  /** A step of the hourly sweep. */
  async alarm(): Promise<void> {
    const next = this.#rows.sweep(Date.now())
    this.#sweepAt = 0
    if (next === 'now') await this.#storage.setAlarm(Date.now())
    if (next === 'later') this.#planSweep()
  }

  /** The record of a key, unless it is absent or has expired. */
  read(key: string): string | undefined {
    return this.#rows.read(key)
  }

  /** Writes a record, for good or for `ttlMs` milliseconds. */
  write(key: string, value: string, ttlMs?: number): void {
    this.#planSweep()
    this.#rows.write(key, value, ttlMs, Date.now())
  }

  /** Removes a record, and says whether there was one. */
  remove(key: string): boolean {
    return this.#rows.remove(key)
  }

  /** The keys of this object's records that begin with `prefix`. */
  list(prefix: string): string[] {
    return this.#rows.list(prefix)
  }

  /** One step of `Counters.take`. */
  take(key: string, limit: number, until: number, now: number): Take {
    this.#planSweep()
    return this.#rows.take(key, limit, until, now)
  }

  /** One step of `Counters.raise`. */
  raise(key: string, least: number, until: number, now: number): void {
    this.#planSweep()
    this.#rows.raise(key, least, until, now)
  }

  /** One step of `Counters.giveBack`. */
  giveBack(key: string): void {
    this.#rows.giveBack(key)
  }

  /** One step of `Counters.claim`. */
  claim(key: string, value: string, until: number, now: number): string {
    this.#planSweep()
    return this.#rows.claim(key, value, until, now)
  }

  /** One step of `Counters.swap`. */
  swap(key: string, expected: string, value: string, until: number, now: number): boolean {
    this.#planSweep()
    return this.#rows.swap(key, expected, value, until, now)
  }

  /** One step of `Counters.used`. */
  used(key: string, now: number): number {
    return this.#rows.used(key, now)
  }

  /** One step of `Counters.holder`. */
  holder(key: string, now: number, until: number): string {
    return this.#rows.holder(key, now, until)
  }

  /** Sees to it that a sweep comes within the hour, also where a clock that was ahead has put it off. */
  #planSweep(): void {
    const now = Date.now()
    if (this.#sweepAt > now && this.#sweepAt <= now + SWEEP_MS) return
    this.#sweepAt = now + SWEEP_MS
    this.#plan(now + SWEEP_MS).catch(() => {
      this.#sweepAt = 0
    })
  }

  async #plan(latest: number): Promise<void> {
    const planned = await this.#storage.getAlarm()
    if (planned === null || planned > latest) await this.#storage.setAlarm(latest)
    else this.#sweepAt = planned
  }
}

type Methods = Exclude<keyof SpaceDataStore, keyof DurableObject | 'alarm'>

/** An object as it is called from afar. */
type Stub = {
  [M in Methods]: (...args: Parameters<SpaceDataStore[M]>) => Promise<ReturnType<SpaceDataStore[M]>>
}

/** What we use of a binding such as `env.STORE`. */
interface Namespace<Id> {
  idFromName(name: string): Id
  get(id: Id): Stub
}

/** How many objects share the keys. It can never change: a key would be looked for in another object. */
const OBJECTS = 16

/** Far more than an object takes that is awake, and enough for one that has to be started. */
const PATIENCE_MS = seconds(5)

/** Nobody can empty an object under a running Worker, and every key that is not known would ask the one that has the marker. */
const SAME_MS = seconds(1)

/**
 * Keeps everything in sixteen Durable Objects with SQLite storage, each key in the one that its name points to: exact from every
 * place in the world. An object answers about a thousand requests a second, which is what one account can have.
 */
export function durableObjects<Id>(namespace: Namespace<Id>): Backend {
  // A stub belongs to the request that made it, and is dead after its first failure.
  const object = (n: number) => namespace.get(namespace.idFromName(`store ${n}`))
  const shardOf = (key: string) => hashOf(key) % OBJECTS
  const ofKey = (key: string) => object(shardOf(key))
  // All is async, because what a stub gives can be awaited and is no Promise.
  const { adapter, keys } = underPrefix('', {
    get: async <Value>(key: string) => (await ofKey(key).read(key)) as Value | undefined,
    set: async (key, value: string, ttlMs) => ofKey(key).write(key, value, ttlMs),
    delete: async (key) => ofKey(key).remove(key),
    async keys(prefix) {
      const lists = Array.from({ length: OBJECTS }, (_, n) => object(n).list(prefix))
      return (await Promise.all(lists)).flat()
    },
  })
  return {
    description: `Durable Objects, ${OBJECTS} with SQLite`,
    adapter,
    counters: {
      take: async (key, ...take) => ofKey(key).take(key, ...take),
      raise: async (key, ...raise) => ofKey(key).raise(key, ...raise),
      giveBack: async (key) => ofKey(key).giveBack(key),
      claim: async (key, ...claim) => ofKey(key).claim(key, ...claim),
      swap: async (key, ...swap) => ofKey(key).swap(key, ...swap),
      used: async (key, now) => ofKey(key).used(key, now),
      holder: async (key, ...look) => ofKey(key).holder(key, ...look),
    },
    patienceMs: PATIENCE_MS,
    shardOf,
    requestsAreApart: true,
    sameForMs: SAME_MS,
    keys,
    close: async () => {},
  }
}

/** FNV-1a, 32 bits: the same everywhere and for ever. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
