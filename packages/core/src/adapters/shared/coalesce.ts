import { type CircuitBreaker, NO_CIRCUIT_BREAKER } from '#kernel/storage/circuit-breaker'

/**
 * Runs the items of one batch and returns a result for each item, in order. `startedAt` is the time from
 * which the batch has waited for the store, by `performance.now()`.
 */
export type RunBatch<Item, Result> = (items: readonly Item[], startedAt: number) => Promise<readonly Result[]>

interface PendingItem<Item, Result> {
  readonly item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/** When batches start. */
export interface CoalesceOptions {
  /** Runs each batch. */
  readonly breaker: CircuitBreaker
  /**
   * Time in milliseconds within which a batch must start. Otherwise it is dropped, because its callers have
   * timed out.
   */
  readonly timeoutMs: number
  /** Awaited before each batch while it collects items. Default: batches wait only for the previous one. */
  readonly gather?: () => Promise<void>
}

/** Runs calls as one batch if they are made while a batch is gathered, or while the previous batch runs. */
export function coalesce<Item, Result>(
  runBatch: RunBatch<Item, Result>,
  { breaker, timeoutMs, gather }: CoalesceOptions,
): (item: Item) => Promise<Result> {
  let open: PendingItem<Item, Result>[] | undefined
  let previous = Promise.resolve()
  let isRunning = false

  return (item) => {
    breaker.check()
    return new Promise((resolve, reject) => {
      const batch = open ?? openBatch()
      batch.push({ item, resolve, reject })
    })
  }

  function openBatch(): PendingItem<Item, Result>[] {
    const batch: PendingItem<Item, Result>[] = []
    const waitsSince = isRunning ? performance.now() : undefined
    open = batch
    previous = previous.then(() => begin(batch, waitsSince))
    return batch
  }

  /**
   * Only the wait for the previous batch counts as time of the store. The remaining delay is caused by this
   * busy process.
   */
  async function begin(
    batch: readonly PendingItem<Item, Result>[],
    waitsSince: number | undefined,
  ): Promise<void> {
    const waitedMs = waitsSince === undefined ? 0 : performance.now() - waitsSince
    if (gather) await gather()
    open = undefined
    isRunning = true
    await settleBatch(batch, performance.now() - waitedMs)
    isRunning = false
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

export function missingResult(): Error {
  return new Error('the store did not return a result for every operation of a batch')
}

/** Returns a function that shares calls. Calls that are made while one is in progress share the next one. */
export function shareCalls<Result>(call: () => Promise<Result>): () => Promise<Result> {
  const run = coalesce<undefined, Result>(
    async (calls) => {
      const result = await call()
      return calls.map(() => result)
    },
    { breaker: NO_CIRCUIT_BREAKER, timeoutMs: Infinity },
  )
  return () => run(undefined)
}
