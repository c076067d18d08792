import { minutes } from '#kernel/kit/time'
import { type AtomicStore, grantable } from '#kernel/storage/atomic-store'
import type { StoreBackend } from '#kernel/storage/backend'
import { createSweepClock, MAX_CLOCK_SKEW_MS } from '#kernel/storage/sweep-clock'

/** Stores everything in this process. Nothing survives a restart. */
export function memory(): StoreBackend {
  const records = new Map<string, unknown>()
  return {
    description: 'memory (lost on restart)',
    adapter: records,
    atomic: memoryCounters(),
    keys: async (prefix) => [...records.keys()].filter((key) => key.startsWith(prefix)),
    close: async () => {},
  }
}

/** Count or value, until an instant in epoch milliseconds. */
export interface Counter {
  /** 0 for a value. */
  count: number
  readonly value?: string
  readonly until: number
}

/** Options for counters that outlive the process. */
interface CountersOptions {
  /** Counters by key. May contain counters at the start. */
  readonly counters?: Map<string, Counter>
  /** Called after a counter was set, changed or deleted. */
  readonly onChange?: (key: string) => void
}

/**
 * Returns counters of one process. They are synchronous, and therefore atomic. Expired counters are deleted
 * once a minute while counters are used.
 */
export function memoryCounters({
  counters = new Map(),
  onChange = () => {},
}: CountersOptions = {}): AtomicStore {
  const trustedTime = createSweepClock({ trustsFirst: counters.size === 0 })
  let sweepAt = 0

  return {
    add(key, limit, until, now, times = 1) {
      sweep(now)
      const stored = findLive(counters, key, now, until)
      const count = stored?.count ?? 0
      const added = grantable(times, limit, count)
      if (added === 0) return { added: 0, count }
      if (stored) stored.count += added
      else counters.set(key, { count: added, until })
      onChange(key)
      return { added, count: count + added }
    },
    raise(key, least, until, now) {
      sweep(now)
      const stored = findLive(counters, key, now, until) ?? { count: 0, until }
      counters.set(key, { count: Math.max(stored.count, least), until: stored.until })
      onChange(key)
    },
    subtract(key, times = 1) {
      const stored = counters.get(key)
      if (!stored) return
      if (stored.value === undefined) stored.count = Math.max(0, stored.count - times)
      else counters.delete(key)
      onChange(key)
    },
    setIfAbsent(key, value, until, now) {
      sweep(now)
      const held = findLive(counters, key, now, until)?.value
      if (held !== undefined) return held
      counters.set(key, { count: 0, value, until })
      onChange(key)
      return value
    },
    compareAndSwap(key, expected, value, until, now) {
      const stored = findLive(counters, key, now, expected === '' ? until : Infinity)
      if ((stored?.value ?? '') !== expected) return false
      counters.set(key, { count: 0, value, until })
      onChange(key)
      return true
    },
    count: (key, now) => findLive(counters, key, now, Infinity)?.count ?? 0,
    get: (key, now, until) => findLive(counters, key, now, until)?.value ?? '',
  }

  function sweep(now: number): void {
    if (now < sweepAt && now >= sweepAt - minutes(1)) return
    sweepAt = now + minutes(1)
    const expiredBefore = trustedTime(now)
    for (const [key, { until }] of counters) {
      if (until > expiredBefore) continue
      counters.delete(key)
      onChange(key)
    }
  }
}

/** Returns the counter of a key if it has not expired for a caller who would set `until`. */
function findLive(
  counters: Map<string, Counter>,
  key: string,
  now: number,
  until: number,
): Counter | undefined {
  const counter = counters.get(key)
  return counter && counter.until > now && counter.until <= until + MAX_CLOCK_SKEW_MS ? counter : undefined
}
