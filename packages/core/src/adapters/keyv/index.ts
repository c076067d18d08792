import Keyv, { type KeyvStoreAdapter } from 'keyv'
import { Heartbeat } from '#adapters/keyv/heartbeat'
import { type WriteBehindCounters, writeBehindCounters } from '#adapters/keyv/write-behind'
import { prefixedAdapter, type RecordOperations } from '#adapters/shared/prefixed-adapter'
import { InvalidOptionError } from '#kernel/kit/errors'
import { andThen, type MaybePromise } from '#kernel/kit/maybe-promise'
import { routedCounters } from '#kernel/storage/atomic-store'
import type { StoreBackend } from '#kernel/storage/backend'

const NAMESPACE = 'space-data'
const RECORDS = `${NAMESPACE}:record:`
const COUNTERS = `${NAMESPACE}:counter:`

/** Options of `keyv`. */
export interface KeyvOptions {
  /** Name of the store for operators. @default 'A keyv adapter' */
  readonly description?: string
  /** Timeout of an operation, in milliseconds. @default 2_500 */
  readonly timeoutMs?: number
}

/**
 * Stores records and counters in any keyv adapter that can list its keys, for one process. keyv has no atomic
 * operations. So the process counts in memory and writes each count to the adapter at most one second or 100
 * requests later. If the process is killed, at most these requests can be used again. Issued keys and all
 * other values are written before they are returned.
 *
 * The process renews a record once a second. A second process detects this record and is rejected. After a
 * process was killed, it takes four seconds until the next one can start.
 *
 * @throws InvalidOptionError for an adapter without an iterator, and for a Keyv around an adapter.
 * @throws Error with the code `KEYV_IN_USE` if another process uses the records. If another process takes
 *   over from a process that stalled, every operation of the stalled process rejects with this error.
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
      'If the process is killed, up to 100 requests of the last second are not counted. SQLite, Postgres ' +
        'and Redis count all of them',
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
  // Only a Keyv has both, in every copy of the package.
  if ('store' in adapter && 'deserialize' in adapter)
    throw new InvalidOptionError(
      'keyv expects the adapter itself, not a Keyv around it: keyv(new KeyvRedis(url))',
    )
  const iterate = adapter.iterator?.bind(adapter)
  if (!iterate)
    throw new InvalidOptionError(
      'This keyv adapter has no iterator, so issued keys could not be listed: use an adapter that has one',
    )
  // Some adapters add their namespace to keys as a prefix. The others use it only to filter the listed keys.
  adapter.namespace = NAMESPACE
  // Otherwise a failed read of KeyvRedis would be treated as a missing record.
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
