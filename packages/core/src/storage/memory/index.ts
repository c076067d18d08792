import { minutes } from '#kit/time'
import { type AtomicStore, grantable } from '#storage/atomic-store'
import type { StoreBackend } from '#storage/backend'
import { createSweepClock, MAX_CLOCK_SKEW_MS } from '#storage/sweep-clock'

/** Stores everything in this process; nothing survives a restart. */
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

/**
 * Counters of one process: synchronous, and therefore atomic. Expired ones are deleted once a minute of use.
 */
export function memoryCounters(): AtomicStore {
  const counts = new Map<string, { count: number; until: number }>()
  const owners = new Map<string, { value: string; until: number }>()
  const trustedTime = createSweepClock({ trustsFirst: true })
  let sweepAt = 0

  return {
    add(key, limit, until, now, times = 1) {
      sweep(now)
      const stored = findLive(counts, key, now, until)
      const count = stored?.count ?? 0
      const added = grantable(times, limit, count)
      if (added === 0) return { added: 0, count }
      if (stored) stored.count += added
      else counts.set(key, { count: added, until })
      return { added, count: count + added }
    },
    raise(key, least, until, now) {
      sweep(now)
      const stored = findLive(counts, key, now, until) ?? { count: 0, until }
      counts.set(key, { count: Math.max(stored.count, least), until: stored.until })
    },
    subtract(key, times = 1) {
      owners.delete(key)
      const stored = counts.get(key)
      if (stored) stored.count = Math.max(0, stored.count - times)
    },
    setIfAbsent(key, value, until, now) {
      sweep(now)
      const owner = findLive(owners, key, now, until) ?? { value, until }
      owners.set(key, owner)
      return owner.value
    },
    compareAndSwap(key, expected, value, until, now) {
      const owner = findLive(owners, key, now, expected === '' ? until : Infinity)
      if ((owner?.value ?? '') !== expected) return false
      owners.set(key, { value, until })
      return true
    },
    count: (key, now) => findLive(counts, key, now, Infinity)?.count ?? 0,
    get: (key, now, until) => findLive(owners, key, now, until)?.value ?? '',
  }

  function sweep(now: number): void {
    if (now < sweepAt && now >= sweepAt - minutes(1)) return
    sweepAt = now + minutes(1)
    const expiredBefore = trustedTime(now)
    for (const records of [counts, owners]) {
      for (const [key, { until }] of records) if (until <= expiredBefore) records.delete(key)
    }
  }
}

/** Returns the record of a key unless it has expired, for a caller who would set `until`. */
function findLive<T extends { until: number }>(
  records: Map<string, T>,
  key: string,
  now: number,
  until: number,
): T | undefined {
  const record = records.get(key)
  return record && record.until > now && record.until <= until + MAX_CLOCK_SKEW_MS ? record : undefined
}
