import type { KeyvStoreAdapter } from 'keyv'
import { InvalidOptionError } from '#kit/errors'
import type { StoreBackend } from '#storage/backend'
import { memoryCounters } from '#storage/memory/index'
import { prefixedAdapter } from '#storage/prefixed-adapter'

const NAMESPACE = 'space-data'

/** Options of `keyv`. */
export interface KeyvOptions {
  /** Name of the store for operators. @default 'A keyv adapter' */
  readonly description?: string
  /** After how many milliseconds an operation has failed. @default 2_500 */
  readonly timeoutMs?: number
}

/**
 * Stores records in any keyv adapter that can list its keys. Counters are kept by each process for itself,
 * because keyv has no atomic operations: run one process only.
 *
 * @throws InvalidOptionError for an adapter without an iterator, and for a Keyv around an adapter.
 * @example
 * import KeyvMongo from '@keyv/mongo'
 * import { createSpaceData, keyv } from '@space-data/core'
 *
 * const spaceData = createSpaceData({ store: keyv(new KeyvMongo(uri)) })
 */
export function keyv(
  adapter: KeyvStoreAdapter,
  { description = 'A keyv adapter', timeoutMs = 2_500 }: KeyvOptions = {},
): StoreBackend {
  // Of whatever copy of the package it is: only a Keyv has hooks.
  if ('hooks' in adapter)
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
  adapter.on?.('error', () => {})

  const records = prefixedAdapter(`${NAMESPACE}:`, {
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
  })
  return {
    ...records,
    description,
    timeoutMs,
    atomic: memoryCounters(),
    warnings: [
      'Each process counts quotas and daily key limits for itself: run one process, or use SQLite, Postgres or Redis',
    ],
    async close() {
      await adapter.disconnect?.()
    },
  }
}
