import type Keyv from 'keyv'
import { shareCalls } from '#adapters/shared/coalesce'
import type { MaybePromise } from '#kernel/kit/maybe-promise'
import { seconds } from '#kernel/kit/time'
import type { Added, AtomicStore } from '#kernel/storage/atomic-store'
import { type Counter, memoryCounters } from '#kernel/storage/memory/index'

/** Maximum number of granted requests that have not been written yet. */
const MAX_UNWRITTEN = 100
/** Maximum time for which a granted request is not written, in milliseconds. */
const MAX_BEHIND_MS = seconds(1)
/** How long changes are collected before they are written together, in milliseconds. */
const COLLECT_MS = 250

/** Counters of one process that are also written to a store. */
export interface WriteBehindCounters extends AtomicStore {
  /** Resolves after every change up to now is written. */
  flush(): Promise<void>
}

/**
 * Returns counters in memory. They start with the records under `keys` and are written there, each as a
 * record. A call that sets a value resolves after it is written. Counts are written together, four times a
 * second. At any time at most 100 granted requests, all from the last second, are not written. If a call has
 * to wait for a write that fails, it is rejected. The change is written with the next batch.
 */
export async function writeBehindCounters(
  records: Keyv,
  keys: readonly string[],
): Promise<WriteBehindCounters> {
  const counters = new Map<string, Counter>()
  const slots = new Slots(records)
  for (const { key, counter } of await slots.read(keys)) counters.set(key, counter)
  const writer = new Writer(slots, counters)
  const inMemory = memoryCounters({ counters, onChange: (key) => writer.changed(key) })

  /** Writes a value that was set in memory. If that fails, restores the previous value. */
  async function write<T>(key: string, previous: Counter | undefined, result: MaybePromise<T>): Promise<T> {
    const set = counters.get(key)
    try {
      await writer.write(key)
      return result
    } catch (error) {
      if (counters.get(key) !== set) throw error
      if (previous) counters.set(key, previous)
      else counters.delete(key)
      throw error
    }
  }

  return {
    ...inMemory,
    add(...call) {
      const result = inMemory.add(...call) as Added
      return writer.isBehind(result.added) ? writer.flush().then(() => result) : result
    },
    setIfAbsent(key, ...call) {
      const previous = counters.get(key)
      const held = inMemory.setIfAbsent(key, ...call)
      return counters.get(key) === previous ? held : write(key, previous, held)
    },
    compareAndSwap(key, ...call) {
      const previous = counters.get(key)
      return inMemory.compareAndSwap(key, ...call) && write(key, previous, true)
    },
    flush: () => writer.flush(),
  }
}

/** Writes the changed counters, one batch after the other. */
class Writer {
  readonly #slots: Slots
  readonly #counters: ReadonlyMap<string, Counter>
  #changed = new Set<string>()
  #unwritten = 0
  /** When the oldest unwritten request was granted, by `performance.now()`. */
  #oldestAt = Number.POSITIVE_INFINITY
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #writeBatch = shareCalls(() => this.#write())

  constructor(slots: Slots, counters: ReadonlyMap<string, Counter>) {
    this.#slots = slots
    this.#counters = counters
  }

  changed(key: string): void {
    this.#changed.add(key)
    this.#timer ??= setTimeout(() => {
      this.flush().catch(() => {})
    }, COLLECT_MS)
  }

  /**
   * Counts granted requests. Returns whether too many requests, or requests that are too old, are not
   * written.
   */
  isBehind(granted: number): boolean {
    this.#unwritten += granted
    const now = performance.now()
    if (granted > 0) this.#oldestAt = Math.min(this.#oldestAt, now)
    return this.#unwritten > MAX_UNWRITTEN || now - this.#oldestAt > MAX_BEHIND_MS
  }

  async write(key: string): Promise<void> {
    const failures = await this.#writeBatch()
    if (failures.has(key)) throw failures.get(key)
  }

  async flush(): Promise<void> {
    const failures = await this.#writeBatch()
    for (const failure of failures.values()) throw failure
  }

  /**
   * Writes the changes. Returns the reasons for keys that could not be written, which are marked as changed
   * again.
   */
  async #write(): Promise<ReadonlyMap<string, unknown>> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const batch = [...this.#changed]
    const granted = this.#unwritten
    const startedAt = performance.now()
    this.#changed.clear()
    const failures = new Map<string, unknown>()
    await Promise.all(
      batch.map((key) =>
        this.#slots.write(key, this.#counters.get(key)).catch((error) => failures.set(key, error)),
      ),
    )
    if (failures.size > 0) {
      for (const key of failures.keys()) this.changed(key)
    } else {
      this.#unwritten -= granted
      this.#oldestAt = this.#unwritten > 0 ? startedAt : Number.POSITIVE_INFINITY
    }
    return failures
  }
}

/** Counter as it is stored, and the number of times that it was stored. */
interface StoredCounter extends Counter {
  readonly revision: number
}

/**
 * Two records for each counter, which are written alternately, because an adapter that was killed while it
 * replaced a record may have lost it.
 */
class Slots {
  readonly #records: Keyv
  readonly #revisions = new Map<string, number>()

  constructor(records: Keyv) {
    this.#records = records
  }

  /** Reads the content of these records. */
  async read(names: readonly string[]): Promise<Iterable<{ key: string; counter: Counter }>> {
    const newest = new Map<string, { key: string; counter: Counter }>()
    const readSlot = async (name: string) => {
      const key = name.slice(0, -SLOTS[0].length)
      const stored = await this.#records.get<StoredCounter>(name)
      if (!stored) return
      const { revision, ...counter } = stored
      if (revision < (this.#revisions.get(key) ?? 0)) return
      this.#revisions.set(key, revision)
      newest.set(key, { key, counter })
    }
    await Promise.all(names.map(readSlot))
    return newest.values()
  }

  /** Writes a counter, or deletes it. */
  async write(key: string, counter: Counter | undefined): Promise<void> {
    const revision = (this.#revisions.get(key) ?? 0) + 1
    const slot = key + SLOTS[revision % 2]
    if (!counter) {
      // The older one is deleted first. If it remained, it would be an earlier state.
      await this.#records.delete(slot)
      await this.#records.delete(key + SLOTS[(revision + 1) % 2])
      this.#revisions.delete(key)
      return
    }
    if (!(await this.#records.set(slot, { ...counter, revision })))
      throw new Error(`the adapter did not store ${slot}`)
    this.#revisions.set(key, revision)
  }
}

const SLOTS = ['/0', '/1'] as const
