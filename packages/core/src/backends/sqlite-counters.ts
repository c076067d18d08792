import type { Counters, Take } from '#store/counters'
import { hours } from '#time'

/** Runs one statement on the one connection and gives its rows. */
export type Query = (sql: string, ...parameters: unknown[]) => Promise<Record<string, unknown>[]>

/** Equal takes of one batch, which share one row of the statement. */
interface Wish {
  readonly key: string
  readonly limit: number
  readonly until: number
  readonly now: number
  readonly waiting: { resolve(take: Take): void; reject(error: unknown): void }[]
}

/**
 * Counters as single statements: SQLite's write lock makes each of them atomic across processes. Takes that arrive
 * while a statement is under way go into the next one together, and each gets a number of its own.
 */
export function sqliteCounters(query: Query): Counters {
  let filling: Map<string, Wish> | undefined
  let last = Promise.resolve()
  let sweepAt = 0

  return {
    take(key, limit, until, now) {
      if (now >= sweepAt) sweep(now)
      return new Promise((resolve, reject) => {
        const wishes = filling ?? newBatch()
        const id = `${limit} ${until} ${now} ${key}`
        const wish = wishes.get(id) ?? { key, limit, until, now, waiting: [] }
        wish.waiting.push({ resolve, reject })
        wishes.set(id, wish)
      })
    },
    async giveBack(key) {
      await query('UPDATE counters SET used = max(0, used - 1), holder = NULL WHERE key = ?', key)
    },
    async claim(key, value, until, now) {
      const [row] = await query(CLAIM, key, value, until, now)
      return String(row?.['holder'])
    },
    async swap(key, expected, value, until, now) {
      const rows = await query(SWAP, key, expected, value, until, now)
      return rows.length > 0
    },
  }

  /** A batch is filled until the statements before it are done. */
  function newBatch(): Map<string, Wish> {
    const wishes = new Map<string, Wish>()
    filling = wishes
    last = last.then(() => {
      filling = undefined
      return takeAll([...wishes.values()], query)
    })
    return wishes
  }

  /** Clears away what has expired, behind the requests: a failure is theirs to tell of. */
  function sweep(now: number): void {
    sweepAt = now + hours(1)
    query('DELETE FROM counters WHERE until <= ?', now).catch(() => {})
    query(SWEEP_RECORDS, Date.now()).catch(() => {})
  }
}

async function takeAll(wishes: Wish[], query: Query): Promise<void> {
  const rows = wishes.map(({ key, limit, until, now, waiting }) => [
    key,
    waiting.length,
    Math.max(0, Math.min(limit, Number.MAX_SAFE_INTEGER)),
    until,
    now,
  ])
  try {
    for (const row of await query(TAKE, JSON.stringify(rows))) {
      const [used, granted] = [Number(row['used']), Number(row['granted'])]
      wishes[Number(row['wish'])]?.waiting.forEach(({ resolve }, i) => {
        resolve(i < granted ? { granted: true, used: used - granted + i + 1 } : { granted: false, used })
      })
    }
  } catch (error) {
    for (const { reject } of wishes.flatMap(({ waiting }) => waiting)) reject(error)
  }
}

/** One row per wish: key, takes, limit, until, now. The columns after `until` only carry a wish into the update. */
const TAKE = `INSERT INTO counters (key, used, until, wish, granted, most, asked_at)
  SELECT value ->> 0, min(value ->> 1, value ->> 2), value ->> 3,
    key, min(value ->> 1, value ->> 2), value ->> 2, value ->> 4
  FROM json_each(?) WHERE true
  ON CONFLICT (key) DO UPDATE SET
    wish = excluded.wish,
    granted = CASE WHEN until <= excluded.asked_at THEN excluded.used
      ELSE max(0, min(excluded.used, excluded.most - used)) END,
    used = CASE WHEN until <= excluded.asked_at THEN excluded.used
      ELSE used + max(0, min(excluded.used, excluded.most - used)) END,
    until = CASE WHEN until <= excluded.asked_at THEN excluded.until ELSE until END
  RETURNING wish, used, granted`

const CLAIM = `INSERT INTO counters (key, used, holder, until) VALUES (?1, 1, ?2, ?3)
  ON CONFLICT (key) DO UPDATE SET
    holder = CASE WHEN until <= ?4 OR holder IS NULL THEN excluded.holder ELSE holder END,
    until = CASE WHEN until <= ?4 OR holder IS NULL THEN excluded.until ELSE until END
  RETURNING holder`

/** Nobody holds a row that is not there, has expired or was given back; without a change no row is returned. */
const SWAP = `INSERT INTO counters (key, used, holder, until) SELECT ?1, 1, ?3, ?4
  WHERE ?2 = '' OR EXISTS (SELECT 1 FROM counters WHERE key = ?1)
  ON CONFLICT (key) DO UPDATE SET holder = excluded.holder, until = excluded.until
    WHERE CASE WHEN until <= ?5 THEN '' ELSE coalesce(holder, '') END = ?2
  RETURNING key`

/** keyv keeps the end of a record's life beside its value, and drops an expired record only when it is read. */
const SWEEP_RECORDS = `DELETE FROM keyv WHERE json_valid(value) AND json_extract(value, '$.expires') <= ?`
