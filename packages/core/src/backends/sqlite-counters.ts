import {
  type Batching,
  type Claim,
  giveBacksInBatches,
  inBatches,
  type Raise,
  raisesInBatches,
  takesInBatches,
  type Wish,
  type WishOutcome,
} from '#backends/batches'
import type { Query } from '#backends/sqlite-connection'
import { sweeps } from '#backends/sqlite-sweep'
import { APART_MS } from '#store/clocks'
import type { Counters } from '#store/counters'
import { type Watches, watchable } from '#store/watch'
import { FOREVER } from '#time'

declare function setImmediate(callback: () => void): unknown

/** When every request of this turn of the event loop is read: 26 takes in one statement cost a sixth of what 26 alone do. */
const endOfTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Counters as single statements: SQLite's write lock makes each of them atomic across processes. */
export function sqliteCounters(query: Query, patienceMs: number): Counters {
  const look = sweeps(query)
  return watchable((watches) => countersOn(query, watches, patienceMs, look))
}

function countersOn(
  query: Query,
  { reads, writes }: Watches,
  patienceMs: number,
  sweepIfDue: (now: number) => void,
): Counters {
  const batching: Batching = { watch: writes, patienceMs, gather: endOfTurn }
  const takeInBatch = takesInBatches((wishes) => takeAll(wishes, query), batching)
  const giveBack = giveBacksInBatches(
    (times) => query(GIVE_BACK, JSON.stringify(Object.fromEntries(times))),
    batching,
  )
  const claim = inBatches((claims: readonly Claim[]) => claimAll(claims, query), batching)
  const look = inBatches((looks: readonly Look[]) => lookAll(looks, query), { ...batching, watch: reads })

  return {
    take(key, limit, until, now) {
      const taken = takeInBatch(key, limit, until, now)
      sweepIfDue(now)
      return taken
    },
    raise: raisesInBatches((raises) => raiseAll(raises, query), batching),
    giveBack,
    claim: (key, value, until, now) => claim({ key, value, until, now }),
    swap: (key, expected, value, until, now) =>
      writes.run(async () => {
        const rows = await query(SWAP, key, expected, value, until, now)
        return rows.length > 0
      }),
    used: async (key, now) => (await look([key, now, FOREVER])).used,
    holder: async (key, now, until) => (await look([key, now, until])).holder ?? '',
  }
}

async function takeAll(wishes: readonly Wish[], query: Query): Promise<WishOutcome[]> {
  const groups = alike(wishes)
  const inOrder = groups.flat()
  let first = 0
  const asked = groups.map((group) => {
    const { times, limit, until, now } = group[0]
    const row = [group.map(({ key }) => key), first, times, limit, until, now]
    first += group.length
    return row
  })
  const outcomes: WishOutcome[] = []
  const rows = (await query(TAKE, JSON.stringify(asked))) as { place: number; used: number }[]
  for (const { place, used } of rows) {
    const granted = place % MOST_AT_ONCE
    const wish = inOrder[(place - granted) / MOST_AT_ONCE]
    if (wish) outcomes[wish.nth] = { granted, used }
  }
  return outcomes
}

/** Takes of one batch: more than the requests that a process can have under way. Each column that SQLite answers costs as much as a look-up. */
const MOST_AT_ONCE = 2 ** 26

type Alike = [Wish, ...Wish[]]

/** Wishes in groups that differ in their keys alone: to SQLite, taking one from JSON is dearer than to count it. */
function alike(wishes: readonly Wish[]): Alike[] {
  const groups: Alike[] = []
  for (const wish of wishes) {
    const { times, limit, until, now } = wish
    const group = groups.find(
      ([one]) => one.times === times && one.limit === limit && one.until === until && one.now === now,
    )
    if (group) group.push(wish)
    else groups.push([wish])
  }
  return groups
}

function raiseAll(raises: readonly Raise[], query: Query): Promise<unknown> {
  return query(RAISE, JSON.stringify(raises.map(({ key, least, until, now }) => [key, least, until, now])))
}

async function claimAll(claims: readonly Claim[], query: Query): Promise<string[]> {
  const asked = claims.map(({ key, value, until, now }) => [key, value, until, now])
  const holders: string[] = []
  for (const row of await query(CLAIM, JSON.stringify(asked))) {
    holders[Number(row['nth'])] = String(row['holder'])
  }
  return holders
}

type Look = readonly [key: string, now: number, until: number]

/** A counter as SQLite keeps it. */
interface Counter {
  readonly used: number
  readonly holder: string | null
}

async function lookAll(looks: readonly Look[], query: Query): Promise<Counter[]> {
  const counters: Counter[] = looks.map(() => ({ used: 0, holder: null }))
  for (const row of await query(LOOK, JSON.stringify(looks))) {
    counters[Number(row['nth'])] = row as unknown as Counter
  }
  return counters
}

/** One row per counter that lives, of those that are asked for: key, now, until. */
const LOOK = `SELECT asked.key AS nth, used, holder
  FROM json_each(?) AS asked CROSS JOIN counters ON counters.key = asked.value ->> 0
  WHERE until > asked.value ->> 1 AND until <= (asked.value ->> 2) + ${APART_MS}`

/** Whether the row that is there is absent to who asks. */
const IS_OVER = `(until <= excluded.asked_at OR until > excluded.until + ${APART_MS})`

/**
 * One row per group: its keys, the number of its first wish, takes, limit, until, now. The columns after `until` only carry a
 * wish into the update.
 */
const TAKE = `WITH asked AS MATERIALIZED (
    SELECT value ->> 0 AS keys, value ->> 1 AS first, value ->> 2 AS times, value ->> 3 AS most,
      value ->> 4 AS until, value ->> 5 AS now
    FROM json_each(?)
  )
  INSERT INTO counters (key, used, until, nth, granted, most, asked_at)
  SELECT each.value, min(times, most), until, first + each.key, min(times, most), most, now
  FROM asked, json_each(keys) AS each WHERE true
  ON CONFLICT (key) DO UPDATE SET
    nth = excluded.nth,
    granted = CASE WHEN ${IS_OVER} THEN excluded.used
      ELSE max(0, min(excluded.used, excluded.most - used)) END,
    used = CASE WHEN ${IS_OVER} THEN excluded.used
      ELSE used + max(0, min(excluded.used, excluded.most - used)) END,
    until = CASE WHEN ${IS_OVER} THEN excluded.until ELSE until END
  RETURNING nth * ${MOST_AT_ONCE} + granted AS place, used`

/** One row per raise: key, least, until, now. */
const RAISE = `INSERT INTO counters (key, used, until, asked_at)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3
  FROM json_each(?) WHERE true
  ON CONFLICT (key) DO UPDATE SET
    used = CASE WHEN ${IS_OVER} THEN excluded.used ELSE max(used, excluded.used) END,
    until = CASE WHEN ${IS_OVER} THEN excluded.until ELSE until END`

/** An object of how often each key is given back. */
const GIVE_BACK = `UPDATE counters SET used = max(0, used - given.value), holder = NULL
  FROM json_each(?) AS given WHERE counters.key = given.key`

/** One row per claim: key, value, until, now. */
const CLAIM = `INSERT INTO counters (key, used, holder, until, nth, asked_at)
  SELECT value ->> 0, 1, value ->> 1, value ->> 2, key, value ->> 3
  FROM json_each(?) WHERE true
  ON CONFLICT (key) DO UPDATE SET
    nth = excluded.nth,
    holder = CASE WHEN ${IS_OVER} OR holder IS NULL THEN excluded.holder ELSE holder END,
    until = CASE WHEN ${IS_OVER} OR holder IS NULL THEN excluded.until ELSE until END
  RETURNING nth, holder`

/** Nobody holds a row that is not there, has expired or was given back; without a change no row is returned. */
const SWAP = `WITH given (name, expected, value, ends, now) AS (VALUES (?, ?, ?, ?, ?))
  INSERT INTO counters (key, used, holder, until) SELECT name, 1, value, ends FROM given
  WHERE expected = '' OR EXISTS (SELECT 1 FROM counters WHERE key = name)
  ON CONFLICT (key) DO UPDATE SET holder = excluded.holder, until = excluded.until
    WHERE (SELECT expected = CASE
      WHEN until <= now OR expected = '' AND until > ends + ${APART_MS} THEN ''
      ELSE coalesce(holder, '') END FROM given)
  RETURNING key`
