import Keyv, { type KeyvStoreAdapter } from 'keyv'
import { InvalidOptionError } from '#kit/errors'
import { andThen, type MaybePromise } from '#kit/maybe-promise'
import { routedCounters } from '#storage/atomic-store'
import type { StoreBackend } from '#storage/backend'
import { Heartbeat } from '#storage/keyv/heartbeat'
import { type WriteBehindCounters, writeBehindCounters } from '#storage/keyv/write-behind'
import { prefixedAdapter, type RecordOperations } from '#storage/prefixed-adapter'

const NAMESPACE = 'space-data'
const RECORDS = `${NAMESPACE}:record:`
const COUNTERS = `${NAMESPACE}:counter:`

/** Options of `keyv`. */
export interface KeyvOptions {
  /** Name of the store for operators. @default 'A keyv adapter' */
  readonly description?: string
  /** After how many milliseconds an operation has failed. @default 2_500 */
  readonly timeoutMs?: number
}

/**
 * Stores records and counters in any keyv adapter that can list its keys, for one process: keyv has no atomic
 * operations, so the process counts in memory and writes each count to the adapter, at most one second or 100
 * requests later. After a kill at most that much can be used again. Issued keys and all other values are
 * written before they are returned.
 *
 * The process renews a record once a second. A second process sees it and is refused; after a kill it takes
 * four seconds until the next process can start.
 *
 * @throws InvalidOptionError for an adapter without an iterator, and for a Keyv around an adapter.
 * @throws Error with the code `KEYV_IN_USE` if another process uses the records; once another has taken them
 * over from a process that stalled, every operation of that one rejects so.
 * @example
 * import KeyvMongo from '@keyv/mongo'
 * import { createSpaceData, keyv } from '@space-data/core'
 *
 * const spaceData = createSpaceData({ store: await keyv(new KeyvMongo(uri)) })
 */
export async function keyv(
  adapter: KeyvStoreAdapter,
  { description = 'A keyv adapter', timeoutMs = 2_500 }: KeyvOptions = {},
): Promise<StoreBackend> {
  const stored = operationsOf(adapter)
  const heartbeat = await Heartbeat.start(keyvOn(prefixedAdapter(`${NAMESPACE}:`, stored)))
  const counters = prefixedAdapter(COUNTERS, stored)
  const close = async () => {
    await heartbeat.stop()
    await adapter.disconnect?.()
  }
  let atomic: WriteBehindCounters
  try {
    atomic = await writeBehindCounters(keyvOn(counters), await counters.keys(''))
  } catch (error) {
    await close().catch(() => {})
    throw error
  }

  const ifAlone = <T>(operation: () => MaybePromise<T>) => andThen(heartbeat.check(), operation)
  const guarded: RecordOperations = {
    get: async (key) => ifAlone(() => stored.get(key)),
    set: async (key, value, ttlMs) => ifAlone(() => stored.set(key, value, ttlMs)),
    delete: async (key) => ifAlone(() => stored.delete(key)),
    keys: async (prefix) => ifAlone(() => stored.keys(prefix)),
  }
  return {
    ...prefixedAdapter(RECORDS, guarded),
    description,
    timeoutMs,
    atomic: routedCounters((_key, _access, operation) => ifAlone(() => operation(atomic))),
    flush: atomic.flush,
    warnings: [
      'A kill gives back up to 100 requests of the last second: SQLite, Postgres and Redis give back none',
    ],
    async close() {
      await atomic.flush().finally(close)
    },
  }
}

function keyvOn({ adapter }: { readonly adapter: KeyvStoreAdapter }): Keyv {
  const records = new Keyv({ store: adapter, useKeyPrefix: false, throwOnErrors: true })
  records.on('error', () => {})
  return records
}

/** @throws InvalidOptionError for an adapter that cannot list its keys, and for a Keyv. */
function operationsOf(adapter: KeyvStoreAdapter): RecordOperations {
  // Of whatever copy of the package it is: only a Keyv has both.
  if ('store' in adapter && 'deserialize' in adapter)
    throw new InvalidOptionError(
      'keyv takes the adapter itself, not a Keyv around it: keyv(new KeyvRedis(url))',
    )
  const iterate = adapter.iterator?.bind(adapter)
  if (!iterate)
    throw new InvalidOptionError(
      'This keyv adapter has no iterator, so issued keys could not be listed: use one that has',
    )
  // Some adapters prefix keys with their namespace; the others use it only to filter what they list.
  adapter.namespace = NAMESPACE
  // Without it a failed read of KeyvRedis is one that found nothing.
  if ('throwOnErrors' in adapter) adapter.throwOnErrors = true
  adapter.on?.('error', () => {})
  return {
    get: (key) => adapter.get(key),
    set: (key, value, ttlMs) => adapter.set(key, value, ttlMs),
    delete: (key) => adapter.delete(key),
    async keys(prefix) {
      const found: string[] = []
      for await (const [key] of iterate(NAMESPACE)) {
        if (typeof key === 'string' && key.startsWith(prefix)) found.push(key)
      }
      return found
    },
  }
}
