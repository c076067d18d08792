import type { CircuitBreaker } from '#store/circuit-breaker'
import { type ConsumeResult, type Counters, grantable } from '#store/counters'

/**
 * Runs the items of one batch and returns a result for each, in their order. `startedAt` is when the first
 * was added, by `performance.now()`.
 */
type RunBatch<Item, Result> = (items: readonly Item[], startedAt: number) => Promise<readonly Result[]>

interface PendingItem<Item, Result> {
  readonly item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/** When batches begin. */
export interface CoalesceOptions {
  /** Runs each batch. */
  readonly breaker: CircuitBreaker
  /** A batch that cannot begin within so many milliseconds is dropped: its callers have timed out. */
  readonly timeoutMs: number
  /** Awaited before each batch while it collects items. Default: batches only wait for the previous one. */
  readonly gather?: () => Promise<void>
}

/** Runs calls made while a batch is gathered, or while the previous one runs, as one batch. */
export function coalesce<Item, Result>(
  runBatch: RunBatch<Item, Result>,
  { breaker, timeoutMs, gather }: CoalesceOptions,
): (item: Item) => Promise<Result> {
  let open: PendingItem<Item, Result>[] | undefined
  let previous = Promise.resolve()

  return (item) => {
    breaker.check()
    return new Promise((resolve, reject) => {
      const batch = open ?? openBatch()
      batch.push({ item, resolve, reject })
    })
  }

  function openBatch(): PendingItem<Item, Result>[] {
    const batch: PendingItem<Item, Result>[] = []
    const startedAt = performance.now()
    open = batch
    previous = (gather ? previous.then(gather) : previous).then(() => {
      open = undefined
      return settleBatch(batch, startedAt)
    })
    return batch
  }

  async function settleBatch(batch: readonly PendingItem<Item, Result>[], startedAt: number): Promise<void> {
    try {
      const results = await breaker.run(() => resultsOf(batch, startedAt), startedAt)
      batch.forEach(({ resolve }, i) => {
        resolve(results[i] as Result)
      })
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  async function resultsOf(
    batch: readonly PendingItem<Item, Result>[],
    startedAt: number,
  ): Promise<readonly Result[]> {
    if (performance.now() - startedAt > timeoutMs) throw new Error('the store was busy for too long')
    const results = await runBatch(
      batch.map(({ item }) => item),
      startedAt,
    )
    if (results.length !== batch.length) throw missingResult()
    return results
  }
}

function missingResult(): Error {
  return new Error('the store did not return a result for every operation of a batch')
}

/** Equal `consume` calls of one batch, which the store counts together. */
export interface ConsumeGroup {
  readonly key: string
  /** A whole number, at least 0. */
  readonly limit: number
  readonly until: number
  /** The latest `now` of the calls. */
  now: number
  /** Number of calls. */
  calls: number
  /** What the calls ask for together. */
  times: number
  /** Index of the group in its batch, from 0. */
  readonly index: number
}

/** How much of what a group asks for was granted, and the count of the key after it. */
export interface ConsumeGroupResult {
  readonly granted: number
  readonly count: number
}

type ConsumeCall = Omit<ConsumeGroup, 'calls' | 'index'>

/**
 * Coalesces `consume`: together the calls never exceed the limit, and each granted one gets a count of its
 * own. What is granted goes to the first of each call before it goes to the rest of what they ask for.
 */
export function coalesceConsumes(
  consumeGroups: RunBatch<ConsumeGroup, ConsumeGroupResult>,
  options: CoalesceOptions,
): Counters['consume'] {
  const consume = coalesce<ConsumeCall, ConsumeResult>(async (calls, startedAt) => {
    const groups = new Map<string, ConsumeGroup>()
    const memberships = calls.map((call) => {
      const group = groupOf(call, groups)
      const extraBefore = group.times - group.calls
      group.now = Math.max(group.now, call.now)
      group.calls += 1
      group.times += call.times
      return { group, rank: group.calls, extraBefore, extra: call.times - 1 }
    })
    const results = await consumeGroups([...groups.values()], startedAt)
    return memberships.map((membership) => resultOfCall(membership, results[membership.group.index]))
  }, options)
  return (key, limit, until, now, times = 1) =>
    consume({ key, limit: Math.max(0, Math.min(limit, Number.MAX_SAFE_INTEGER)), until, now, times })
}

/** Finds or adds the group of a call. Nearly always all calls of a key are equal: the key finds it. */
function groupOf(call: ConsumeCall, groups: Map<string, ConsumeGroup>): ConsumeGroup {
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

/** The place of a call in its group. */
interface Membership {
  readonly group: ConsumeGroup
  /** From 1. */
  readonly rank: number
  /** What the call asks for beyond 1, and what those before it do. */
  readonly extra: number
  readonly extraBefore: number
}

function resultOfCall(
  { group, rank, extra, extraBefore }: Membership,
  result: ConsumeGroupResult | undefined,
): ConsumeResult {
  if (!result) throw missingResult()
  const { granted, count } = result
  if (rank > granted) return { granted: 0, count }
  const calls = Math.min(granted, group.calls)
  return { granted: 1 + grantable(extra, granted - calls, extraBefore), count: count - calls + rank }
}

/** Coalesces `refund`: `refundAll` gets how often each key of a batch is refunded. */
export function coalesceRefunds(
  refundAll: (times: ReadonlyMap<string, number>, startedAt: number) => Promise<unknown>,
  options: CoalesceOptions,
): Counters['refund'] {
  const refund = coalesce<{ key: string; times: number }, void>(async (calls, startedAt) => {
    const sums = new Map<string, number>()
    for (const { key, times } of calls) sums.set(key, (sums.get(key) ?? 0) + times)
    await refundAll(sums, startedAt)
    return calls.map(() => undefined)
  }, options)
  return (key, times = 1) => refund({ key, times })
}

/** One `raise` call of a batch. */
export interface RaiseCall {
  readonly key: string
  readonly least: number
  readonly until: number
  readonly now: number
}

/** Coalesces `raise`; the calls of a batch are applied in their order. */
export function coalesceRaises(
  raiseAll: (calls: readonly RaiseCall[], startedAt: number) => Promise<unknown>,
  options: CoalesceOptions,
): Counters['raise'] {
  const raise = coalesce<RaiseCall, void>(async (calls, startedAt) => {
    await raiseAll(calls, startedAt)
    return calls.map(() => undefined)
  }, options)
  return (key, least, until, now) => raise({ key, least, until, now })
}

/** One `acquire` call of a batch. */
export interface AcquireCall {
  readonly key: string
  readonly value: string
  readonly until: number
  readonly now: number
}
