import { type CoalesceOptions, coalesce, missingResult, type RunBatch } from '#adapters/shared/coalesce'
import { FOREVER } from '#kernel/kit/time'
import { type Added, type AtomicStore, grantable } from '#kernel/storage/atomic-store'
import { breakPerBatch } from '#kernel/storage/circuit-breaker-counters'

/**
 * Operations that a store provides for its counters. Each one handles all calls of a batch; the step for one
 * key is atomic.
 */
interface CounterBatches {
  readonly add: RunBatch<AddGroup, Added>
  /** Applies the calls in order. */
  raise(calls: readonly RaiseCall[], startedAt: number): Promise<unknown>
  /** @param times Number to subtract from each key. */
  subtract(times: ReadonlyMap<string, number>, startedAt: number): Promise<unknown>
  /** Returns the owner of each key. */
  readonly setIfAbsent: RunBatch<SetIfAbsentCall, string>
  compareAndSwap(...call: Parameters<AtomicStore['compareAndSwap']>): Promise<boolean>
  /** Returns the counters that have not expired. */
  readonly read: RunBatch<ReadCall, StoredCounter | undefined> | ReadEach
}

/**
 * Reads are sent to the store one by one: their connection is a pipeline, so a batch would only delay them.
 */
interface ReadEach {
  each(call: ReadCall): Promise<StoredCounter | undefined>
}

/** Equal `add` calls of one batch, which the store counts together. */
export interface AddGroup {
  readonly key: string
  /** Whole number of at least 0. */
  readonly limit: number
  readonly until: number
  /** Latest `now` of the calls. */
  now: number
  /** Number of calls. */
  calls: number
  /** Total that the calls request. */
  times: number
  /** Index of the group in its batch, from 0. */
  readonly index: number
}

type AddCall = Omit<AddGroup, 'calls' | 'index'>

/** One `raise` call of a batch. */
export interface RaiseCall {
  readonly key: string
  readonly least: number
  readonly until: number
  readonly now: number
}

/** One `setIfAbsent` call of a batch. */
export interface SetIfAbsentCall {
  readonly key: string
  readonly value: string
  readonly until: number
  readonly now: number
}

/** One `count` or `get` call of a batch. */
export interface ReadCall {
  readonly key: string
  readonly now: number
  readonly until: number
}

interface StoredCounter {
  readonly count: number
  readonly owner: string | null
}

/**
 * Returns counters whose calls are sent to the store in batches. Each batch goes through the circuit
 * breakers. The `add` calls of a batch together never exceed a limit, and each granted call gets its own
 * count.
 */
export function batchedCounters(store: CounterBatches, when: Omit<CoalesceOptions, 'breaker'>): AtomicStore {
  return breakPerBatch(({ reads, writes }) => {
    const options: CoalesceOptions = { ...when, breaker: writes }
    const add = coalesce<AddCall, Added>(
      (calls, startedAt) => addInGroups(calls, startedAt, store.add),
      options,
    )
    const raise = coalesce<RaiseCall, void>(async (calls, startedAt) => {
      await store.raise(calls, startedAt)
      return calls.map(() => undefined)
    }, options)
    const subtract = coalesce<{ key: string; times: number }, void>(async (calls, startedAt) => {
      const sums = new Map<string, number>()
      for (const { key, times } of calls) sums.set(key, (sums.get(key) ?? 0) + times)
      await store.subtract(sums, startedAt)
      return calls.map(() => undefined)
    }, options)
    const setIfAbsent = coalesce(store.setIfAbsent, options)
    const { read: stored } = store
    const read =
      'each' in stored
        ? (call: ReadCall) => reads.run(() => stored.each(call))
        : coalesce(stored, { ...options, breaker: reads })

    return {
      add: (key, limit, until, now, times = 1) =>
        add({ key, limit: Math.max(0, Math.min(limit, Number.MAX_SAFE_INTEGER)), until, now, times }),
      raise: (key, least, until, now) => raise({ key, least, until, now }),
      subtract: (key, times = 1) => subtract({ key, times }),
      setIfAbsent: (key, value, until, now) => setIfAbsent({ key, value, until, now }),
      compareAndSwap: (...call) => writes.run(() => store.compareAndSwap(...call)),
      count: async (key, now) => (await read({ key, now, until: FOREVER }))?.count ?? 0,
      get: async (key, now, until) => (await read({ key, now, until }))?.owner ?? '',
    }
  })
}

/** Grants 1 to each call first, and then the rest of what the calls request. */
async function addInGroups(
  calls: readonly AddCall[],
  startedAt: number,
  add: CounterBatches['add'],
): Promise<Added[]> {
  const groups = new Map<string, AddGroup>()
  const memberships = calls.map((call) => {
    const group = groupOf(call, groups)
    const extraBefore = group.times - group.calls
    group.now = Math.max(group.now, call.now)
    group.calls += 1
    group.times += call.times
    return { group, rank: group.calls, extraBefore, extra: call.times - 1 }
  })
  const results = await add([...groups.values()], startedAt)
  return memberships.map((membership) => resultOfCall(membership, results[membership.group.index]))
}

/**
 * Finds or adds the group of a call. Nearly always all calls of a key are equal, so the key is enough to find
 * it.
 */
function groupOf(call: AddCall, groups: Map<string, AddGroup>): AddGroup {
  for (let name = call.key; ; name += ' ') {
    const group = groups.get(name)
    if (group?.key === call.key && group.limit === call.limit && group.until === call.until) return group
    if (group) continue
    const { key, limit, until, now } = call
    const added = { key, limit, until, now, calls: 0, times: 0, index: groups.size }
    groups.set(name, added)
    return added
  }
}

/** Position of a call in its group. */
interface Membership {
  readonly group: AddGroup
  /** Position from 1. */
  readonly rank: number
  /** Requests of this call beyond 1. */
  readonly extra: number
  /** Requests of the earlier calls beyond 1 each. */
  readonly extraBefore: number
}

function resultOfCall({ group, rank, extra, extraBefore }: Membership, result: Added | undefined): Added {
  if (!result) throw missingResult()
  const { added, count } = result
  if (rank > added) return { added: 0, count }
  const calls = Math.min(added, group.calls)
  return { added: 1 + grantable(extra, added - calls, extraBefore), count: count - calls + rank }
}
