import {
  type AddGroup,
  batchedCounters,
  type RaiseCall,
  type ReadCall,
  type SetIfAbsentCall,
} from '#adapters/shared/batched-counters'
import type { Query } from '#adapters/sqlite/connection'
import { createSqliteSweeper } from '#adapters/sqlite/sweep'
import { endOfTurn } from '#kernel/kit/end-of-turn'
import type { Added, AtomicStore } from '#kernel/storage/atomic-store'
import { MAX_CLOCK_SKEW_MS } from '#kernel/storage/sweep-clock'

/**
 * Returns counters in SQLite. Each operation is one statement. The write lock makes it atomic across
 * processes.
 */
export function sqliteCounters(query: Query, timeoutMs: number): AtomicStore {
  const sweepIfDue = createSqliteSweeper(query)
  return batchedCounters(
    {
      add(groups) {
        for (const { now } of groups) sweepIfDue(now)
        return addGroups(groups, query)
      },
      raise: (calls) => raiseAll(calls, query),
      subtract: (times) => query(REFUND, JSON.stringify(Object.fromEntries(times))),
      setIfAbsent: (calls) => acquireAll(calls, query),
      async compareAndSwap(...call) {
        return (await query(COMPARE_AND_SWAP, ...call)).length > 0
      },
      read: (calls) => readAll(calls, query),
    },
    // By then all requests of a turn have been read: 26 calls in one statement cost a sixth of 26 statements.
    { timeoutMs, gather: endOfTurn },
  )
}

async function addGroups(groups: readonly AddGroup[], query: Query): Promise<Added[]> {
  const sets = groupsByArguments(groups)
  const inOrder = sets.flat()
  let firstGroup = 0
  const rows = sets.map((set) => {
    const { times, limit, until, now } = set[0]
    const row = [set.map(({ key }) => key), firstGroup, times, limit, until, now]
    firstGroup += set.length
    return row
  })
  const results: Added[] = []
  const returned = (await query(CONSUME, JSON.stringify(rows))) as { outcome: number; count: number }[]
  for (const { outcome, count } of returned) {
    const added = outcome % MAX_BATCH
    const group = inOrder[(outcome - added) / MAX_BATCH]
    if (group) results[group.index] = { added, count }
  }
  return results
}

/**
 * Larger than the number of calls in a batch. `group_index * MAX_BATCH + granted` returns two numbers in one
 * column, because each column that SQLite returns costs as much as a look-up.
 */
const MAX_BATCH = 2 ** 26

type SameArguments = [AddGroup, ...AddGroup[]]

/**
 * Returns sets of groups with equal arguments, because SQLite takes longer to extract a row from JSON than to
 * count it.
 */
function groupsByArguments(groups: readonly AddGroup[]): SameArguments[] {
  const sets: SameArguments[] = []
  for (const group of groups) {
    const { times, limit, until, now } = group
    const set = sets.find(
      ([one]) => one.times === times && one.limit === limit && one.until === until && one.now === now,
    )
    if (set) set.push(group)
    else sets.push([group])
  }
  return sets
}

function raiseAll(calls: readonly RaiseCall[], query: Query): Promise<unknown> {
  return query(RAISE, JSON.stringify(calls.map(({ key, least, until, now }) => [key, least, until, now])))
}

async function acquireAll(calls: readonly SetIfAbsentCall[], query: Query): Promise<string[]> {
  const rows = calls.map(({ key, value, until, now }) => [key, value, until, now])
  const owners: string[] = []
  for (const row of await query(ACQUIRE, JSON.stringify(rows))) {
    owners[Number(row['group_index'])] = String(row['owner'])
  }
  return owners
}

/** Counter as it is stored. */
interface CounterRow {
  readonly count: number
  readonly owner: string | null
}

async function readAll(calls: readonly ReadCall[], query: Query): Promise<(CounterRow | undefined)[]> {
  const found: (CounterRow | undefined)[] = calls.map(() => undefined)
  const values = calls.map(({ key, now, until }) => [key, now, until])
  for (const row of await query(READ, JSON.stringify(values))) {
    found[Number(row['call_index'])] = row as unknown as CounterRow
  }
  return found
}

/** One row per call: key, now, until. Returns one row for each counter that has not expired. */
const READ = `SELECT calls.key AS call_index, counters.count, counters.owner
  FROM json_each(?) AS calls CROSS JOIN counters ON counters.key = calls.value ->> 0
  WHERE until > calls.value ->> 1 AND until <= (calls.value ->> 2) + ${MAX_CLOCK_SKEW_MS}`

/** True if the stored row has expired for the caller. */
const HAS_EXPIRED = `(until <= excluded.requested_at OR until > excluded.until + ${MAX_CLOCK_SKEW_MS})`

/**
 * One row per set of groups: keys, index of the first group, times, limit, until, now. The columns after
 * `until` only pass a group to the update.
 */
const CONSUME = `WITH calls AS MATERIALIZED (
    SELECT value ->> 0 AS keys, value ->> 1 AS first, value ->> 2 AS times, value ->> 3 AS max_count,
      value ->> 4 AS until, value ->> 5 AS now
    FROM json_each(?)
  )
  INSERT INTO counters (key, count, until, group_index, granted, max_count, requested_at)
  SELECT each.value, min(times, max_count), until, first + each.key, min(times, max_count), max_count, now
  FROM calls, json_each(keys) AS each WHERE true
  ON CONFLICT (key) DO UPDATE SET
    group_index = excluded.group_index,
    granted = CASE WHEN ${HAS_EXPIRED} THEN excluded.count
      ELSE max(0, min(excluded.count, excluded.max_count - count)) END,
    count = CASE WHEN ${HAS_EXPIRED} THEN excluded.count
      ELSE count + max(0, min(excluded.count, excluded.max_count - count)) END,
    until = CASE WHEN ${HAS_EXPIRED} THEN excluded.until ELSE until END
  RETURNING group_index * ${MAX_BATCH} + granted AS outcome, count`

/** One row per call: key, least, until, now. */
const RAISE = `INSERT INTO counters (key, count, until, requested_at)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3
  FROM json_each(?) WHERE true
  ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN ${HAS_EXPIRED} THEN excluded.count ELSE max(count, excluded.count) END,
    until = CASE WHEN ${HAS_EXPIRED} THEN excluded.until ELSE until END`

/** Object with the number of refunds of each key. */
const REFUND = `UPDATE counters SET count = max(0, count - refunds.value), owner = NULL
  FROM json_each(?) AS refunds WHERE counters.key = refunds.key`

/** One row per call: key, value, until, now. */
const ACQUIRE = `INSERT INTO counters (key, count, owner, until, group_index, requested_at)
  SELECT value ->> 0, 1, value ->> 1, value ->> 2, key, value ->> 3
  FROM json_each(?) WHERE true
  ON CONFLICT (key) DO UPDATE SET
    group_index = excluded.group_index,
    owner = CASE WHEN ${HAS_EXPIRED} OR owner IS NULL THEN excluded.owner ELSE owner END,
    until = CASE WHEN ${HAS_EXPIRED} OR owner IS NULL THEN excluded.until ELSE until END
  RETURNING group_index, owner`

/** A row that is missing, expired or refunded has no owner. If nothing changes, no row is returned. */
const COMPARE_AND_SWAP = `WITH call (name, expected, value, ends, now) AS (VALUES (?, ?, ?, ?, ?))
  INSERT INTO counters (key, count, owner, until) SELECT name, 1, value, ends FROM call
  WHERE expected = '' OR EXISTS (SELECT 1 FROM counters WHERE key = name)
  ON CONFLICT (key) DO UPDATE SET owner = excluded.owner, until = excluded.until
    WHERE (SELECT expected = CASE
      WHEN until <= now OR expected = '' AND until > ends + ${MAX_CLOCK_SKEW_MS} THEN ''
      ELSE coalesce(owner, '') END FROM call)
  RETURNING key`
