import Keyv, { type KeyvStoreAdapter } from 'keyv'
import { memoryCounters } from '#backends/memory'
import { underPrefix } from '#backends/under-prefix'
import type { Backend } from '#store/backend'

const NAMESPACE = 'space-data'

interface KeyvBackendOptions {
  /** What a person is told of the place. */
  readonly description?: string
  /** After how many milliseconds an operation has failed. Default 2,500. */
  readonly patienceMs?: number
}

/**
 * Keeps records in any keyv adapter that can list its keys, and counts in this process alone, for no keyv adapter can
 * count atomically. Throws a TypeError for an adapter without an iterator, and for a Keyv around one.
 */
export function keyvBackend(
  adapter: KeyvStoreAdapter,
  { description = 'A keyv adapter', patienceMs = 2_500 }: KeyvBackendOptions = {},
): Backend {
  if ((adapter as unknown) instanceof Keyv)
    throw new TypeError(
      'keyvBackend takes the adapter itself, and not a Keyv around it: keyvBackend(new KeyvRedis(url))',
    )
  const iterate = adapter.iterator?.bind(adapter)
  if (!iterate)
    throw new TypeError('This keyv adapter has no iterator, so the keys of issued keys cannot be listed')
  // Adapters that prefix by themselves do so by their namespace; the others list what begins with it.
  adapter.namespace = NAMESPACE
  adapter.on?.('error', () => {})

  const place = underPrefix(`${NAMESPACE}:`, {
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
    ...place,
    description,
    patienceMs,
    counters: memoryCounters(),
    warnings: [
      'Quotas and the one key a day of a network are counted by each process for itself: run only one, or use SQLite or Redis',
    ],
    async close() {
      await adapter.disconnect?.()
    },
  }
}
