import { ON_TIME, type PostgresConnection, type PostgresRow, TIMEOUT_MS } from '#adapters/postgres/connection'
import { COUNTERS } from '#adapters/postgres/schema'
import { toText } from '#adapters/postgres/text'
import {
  type AddGroup,
  batchedCounters,
  type RaiseCall,
  type ReadCall,
  type SetIfAbsentCall,
} from '#adapters/shared/batched-counters'
import type { Added, AtomicStore } from '#kernel/storage/atomic-store'
import { MAX_CLOCK_SKEW_MS } from '#kernel/storage/sweep-clock'

/** Connections of counters. A claim does not wait behind requests, and a read waits behind neither. */
export interface CounterConnections {
  readonly requests: Pick<PostgresConnection, 'write'>
  readonly claims: Pick<PostgresConnection, 'write'>
  readonly reads: Pick<PostgresConnection, 'read'>
}

/**
 * Returns counters in Postgres. Each batch is one statement, which is atomic and locks its rows in the order
 * of their keys. With any other order, processes would cause deadlocks.
 */
export function postgresCounters(
  { requests, claims, reads }: CounterConnections,
  sweepIfDue: (now: number) => void,
): AtomicStore {
  return batchedCounters(
    {
      add(groups, startedAt) {
        for (const { now } of groups) sweepIfDue(now)
        return addGroups(groups, startedAt)
      },
      raise: raiseAll,
      subtract: refundAll,
      setIfAbsent: acquireAll,
      async compareAndSwap(key, expected, value, until, now) {
        const statement = expected === '' ? SET_IF_ABSENT : SET_IF_EQUAL
        const values = [toText(key), value, integer(until), integer(now)]
        const [row] = await claims.write(statement, expected === '' ? values : [...values, expected])
        return row?.['swapped'] === true
      },
      read: readAll,
    },
    { timeoutMs: TIMEOUT_MS },
  )

  async function addGroups(groups: readonly AddGroup[], startedAt: number): Promise<Added[]> {
    const results: Added[] = []
    for (const round of inRounds(groups)) {
      const values = [
        round.map(({ key }) => toText(key)),
        round.map(({ times }) => integer(times)),
        round.map(({ limit }) => integer(limit)),
        round.map(({ until }) => integer(until)),
        round.map(({ now }) => integer(now)),
        round.map(({ index }) => index),
      ]
      for (const row of await requests.write(CONSUME, values, startedAt)) {
        const group = { added: Number(row['granted']), count: Number(row['count']) }
        results[Number(row['group_index'])] = group
      }
    }
    return results
  }

  async function raiseAll(calls: readonly RaiseCall[], startedAt: number): Promise<void> {
    for (const round of inRounds(calls)) {
      const values = [
        round.map(({ key }) => toText(key)),
        round.map(({ least }) => integer(least)),
        round.map(({ until }) => integer(until)),
        round.map(({ now }) => integer(now)),
      ]
      await claims.write(RAISE, values, startedAt)
    }
  }

  function refundAll(times: ReadonlyMap<string, number>, startedAt: number): Promise<unknown> {
    return claims.write(REFUND, [[...times.keys()].map(toText), [...times.values()].map(integer)], startedAt)
  }

  /**
   * The first call of a key claims it. The other calls see the result, and claim the key only if that result
   * is not live.
   */
  async function acquireAll(calls: readonly SetIfAbsentCall[], startedAt: number): Promise<string[]> {
    const owners: string[] = []
    let pending = calls.map((call, index) => ({ ...call, key: toText(call.key), index }))
    while (pending.length > 0) {
      const first = firstOfEachKey(pending)
      const left = await acquireEach([...first.values()], startedAt)
      pending = pending.filter((call) => {
        const row = left.get(call.key)
        if (!row) throw new Error('Postgres did not return the owner of a key')
        if (first.get(call.key) !== call && !isLive(row, call)) return true
        owners[call.index] = String(row['owner'])
        return false
      })
    }
    return owners
  }

  async function acquireEach(
    calls: readonly SetIfAbsentCall[],
    startedAt: number,
  ): Promise<ReadonlyMap<string, PostgresRow>> {
    const values = [
      calls.map(({ key }) => key),
      calls.map(({ value }) => value),
      calls.map(({ until }) => integer(until)),
      calls.map(({ now }) => integer(now)),
    ]
    const rows = await claims.write(ACQUIRE, values, startedAt)
    return new Map(rows.map((row) => [String(row['key']), row]))
  }

  async function readAll(calls: readonly ReadCall[]) {
    const found: ({ count: number; owner: string | null } | undefined)[] = calls.map(() => undefined)
    const values = [
      calls.map(({ key }) => toText(key)),
      calls.map(({ now }) => integer(now)),
      calls.map(({ until }) => integer(until)),
    ]
    for (const { call_index: index, count, owner } of await reads.read(READ, values)) {
      found[Number(index) - 1] = { count: Number(count), owner: owner as string | null }
    }
    return found
  }
}

/** Formats a number as a `bigint`. */
function integer(n: number): string {
  return String(Math.max(Number.MIN_SAFE_INTEGER, Math.min(Math.round(n), Number.MAX_SAFE_INTEGER)))
}

/** Splits a batch so that each part has a key only once, because a statement cannot update a row twice. */
function inRounds<Item extends { readonly key: string }>(batch: readonly Item[]): Item[][] {
  const rounds: Item[][] = []
  const seen = new Map<string, number>()
  for (const item of batch) {
    const key = toText(item.key)
    const round = seen.get(key) ?? 0
    seen.set(key, round + 1)
    const items = rounds[round]
    if (items) items.push(item)
    else rounds[round] = [item]
  }
  return rounds
}

function firstOfEachKey<Call extends { readonly key: string }>(calls: readonly Call[]): Map<string, Call> {
  const first = new Map<string, Call>()
  for (const call of calls) if (!first.has(call.key)) first.set(call.key, call)
  return first
}

function isLive(row: PostgresRow, { until, now }: SetIfAbsentCall): boolean {
  const end = Number(row['until'])
  return end > now && end <= until + MAX_CLOCK_SKEW_MS
}

/** True if the stored row has expired for the caller. */
const HAS_EXPIRED = `(stored.until <= excluded.requested_at
    OR stored.until > excluded.until + ${MAX_CLOCK_SKEW_MS})`

/** Number of calls of a group that are granted in addition to the stored count. */
const GRANTED = 'greatest(0, least(excluded.granted, excluded.max_count - stored.count))'

const CONSUME = {
  name: 'space_data_consume',
  text: `INSERT INTO ${COUNTERS} AS stored (key, count, until, group_index, granted, max_count, requested_at)
    SELECT key, least(times, max_count), until, group_index, least(times, max_count), max_count, now
    FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::integer[])
      AS call (key, times, max_count, until, now, group_index)
    WHERE ${ON_TIME}
    ORDER BY key COLLATE "C"
    ON CONFLICT (key) DO UPDATE SET
      group_index = excluded.group_index,
      granted = CASE WHEN ${HAS_EXPIRED} THEN excluded.granted ELSE ${GRANTED} END,
      count = CASE WHEN ${HAS_EXPIRED} THEN excluded.granted ELSE stored.count + ${GRANTED} END,
      until = CASE WHEN ${HAS_EXPIRED} THEN excluded.until ELSE stored.until END
    RETURNING group_index, granted, count`,
}

const RAISE = {
  name: 'space_data_raise',
  text: `INSERT INTO ${COUNTERS} AS stored (key, count, until, requested_at)
    SELECT key, lowest, until, now
    FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[]) AS call (key, lowest, until, now)
    WHERE ${ON_TIME}
    ORDER BY key COLLATE "C"
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN ${HAS_EXPIRED} THEN excluded.count ELSE greatest(stored.count, excluded.count) END,
      until = CASE WHEN ${HAS_EXPIRED} THEN excluded.until ELSE stored.until END
    RETURNING true AS on_time`,
}

/** Locks the rows first, because an update has no order. */
const REFUND = {
  name: 'space_data_refund',
  text: `WITH clock AS MATERIALIZED (SELECT ${ON_TIME} AS on_time),
    due AS MATERIALIZED (
      SELECT stored.key, call.times
      FROM unnest($2::text[], $3::bigint[]) AS call (key, times), clock, ${COUNTERS} AS stored
      WHERE on_time AND stored.key = call.key
      ORDER BY stored.key FOR UPDATE OF stored
    ),
    refunded AS (
      UPDATE ${COUNTERS} AS stored SET count = greatest(0, stored.count - due.times), owner = NULL
      FROM due WHERE stored.key = due.key
    )
    SELECT on_time FROM clock`,
}

const ACQUIRE = {
  name: 'space_data_acquire',
  text: `INSERT INTO ${COUNTERS} AS stored (key, count, owner, until, requested_at)
    SELECT key, 1, value, until, now
    FROM unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[]) AS call (key, value, until, now)
    WHERE ${ON_TIME}
    ORDER BY key COLLATE "C"
    ON CONFLICT (key) DO UPDATE SET
      owner = CASE WHEN ${HAS_EXPIRED} OR stored.owner IS NULL THEN excluded.owner ELSE stored.owner END,
      until = CASE WHEN ${HAS_EXPIRED} OR stored.owner IS NULL THEN excluded.until ELSE stored.until END
    RETURNING key, owner, until`,
}

/** Values: key, value, until, now. A key that is missing, expired or refunded has no owner. */
const SET_IF_ABSENT = {
  name: 'space_data_set_if_absent',
  text: `WITH clock AS MATERIALIZED (SELECT ${ON_TIME} AS on_time),
    swapped AS (
      INSERT INTO ${COUNTERS} AS stored (key, count, owner, until)
      SELECT $2::text, 1, $3::text, $4::bigint FROM clock WHERE on_time
      ON CONFLICT (key) DO UPDATE SET owner = excluded.owner, until = excluded.until
        WHERE stored.until <= $5::bigint OR stored.until > excluded.until + ${MAX_CLOCK_SKEW_MS}
          OR coalesce(stored.owner, '') = ''
      RETURNING key
    )
    SELECT on_time, EXISTS (SELECT FROM swapped) AS swapped FROM clock`,
}

/** Values: key, value, until, now, expected. */
const SET_IF_EQUAL = {
  name: 'space_data_set_if_equal',
  text: `WITH clock AS MATERIALIZED (SELECT ${ON_TIME} AS on_time),
    swapped AS (
      UPDATE ${COUNTERS} SET owner = $3::text, until = $4::bigint FROM clock
      WHERE on_time AND key = $2::text AND until > $5::bigint AND owner = $6::text
      RETURNING key
    )
    SELECT on_time, EXISTS (SELECT FROM swapped) AS swapped FROM clock`,
}

/** Values per call: key, now, until. Returns one row for each counter that has not expired. */
const READ = {
  name: 'space_data_read_counters',
  text: `SELECT call_index, stored.count, stored.owner
    FROM unnest($1::text[], $2::bigint[], $3::bigint[]) WITH ORDINALITY AS call (key, now, until, call_index)
      JOIN ${COUNTERS} AS stored ON stored.key = call.key
    WHERE stored.until > call.now AND stored.until <= call.until + ${MAX_CLOCK_SKEW_MS}`,
}
