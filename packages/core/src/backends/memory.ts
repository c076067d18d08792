import type { Backend } from '#store/backend'
import { APART_MS, sweepClock } from '#store/clocks'
import type { Counters } from '#store/counters'
import { minutes } from '#time'

/** Keeps everything in this process; it forgets on restart. */
export function memory(): Backend {
  const records = new Map<string, unknown>()
  return {
    description: 'memory (forgotten on restart)',
    adapter: records,
    counters: memoryCounters(),
    keys: async (prefix) => [...records.keys()].filter((key) => key.startsWith(prefix)),
    close: async () => {},
  }
}

/** Counters of one process: synchronous, hence atomic; expired ones are swept once a minute of use. */
export function memoryCounters(): Counters {
  const counts = new Map<string, { used: number; until: number }>()
  const holders = new Map<string, { value: string; until: number }>()
  const trusted = sweepClock({ believesFirst: true })
  let sweepAt = 0

  return {
    take(key, limit, until, now) {
      sweep(now)
      const count = live(counts, key, now, until)
      const used = count?.used ?? 0
      if (used >= limit) return { granted: false, used }
      if (count) count.used += 1
      else counts.set(key, { used: 1, until })
      return { granted: true, used: used + 1 }
    },
    raise(key, least, until, now) {
      sweep(now)
      const count = live(counts, key, now, until) ?? { used: 0, until }
      counts.set(key, { used: Math.max(count.used, least), until: count.until })
    },
    giveBack(key) {
      holders.delete(key)
      const count = counts.get(key)
      if (count && count.used > 0) count.used -= 1
    },
    claim(key, value, until, now) {
      sweep(now)
      const holder = live(holders, key, now, until) ?? { value, until }
      holders.set(key, holder)
      return holder.value
    },
    swap(key, expected, value, until, now) {
      const held = live(holders, key, now, expected === '' ? until : Infinity)
      if ((held?.value ?? '') !== expected) return false
      holders.set(key, { value, until })
      return true
    },
    used: (key, now) => live(counts, key, now, Infinity)?.used ?? 0,
    holder: (key, now, until) => live(holders, key, now, until)?.value ?? '',
  }

  function sweep(now: number): void {
    if (now < sweepAt && now >= sweepAt - minutes(1)) return
    sweepAt = now + minutes(1)
    const over = trusted(now)
    for (const records of [counts, holders]) {
      for (const [key, { until }] of records) if (until <= over) records.delete(key)
    }
  }
}

/** The record of a key, if it lives to one who would keep it until `until`. */
function live<T extends { until: number }>(
  records: Map<string, T>,
  key: string,
  now: number,
  until: number,
): T | undefined {
  const record = records.get(key)
  return record && record.until > now && record.until <= until + APART_MS ? record : undefined
}
