import type { KeyvStoreAdapter } from 'keyv'

/** Operations of a store of records. `keys` returns the keys that start with a prefix. */
export interface RecordOperations extends Pick<KeyvStoreAdapter, 'get' | 'set' | 'delete'> {
  keys(prefix: string): Promise<string[]>
}

/** Returns a keyv adapter that uses only keys under `prefix`, so that a store can be shared. */
export function prefixedAdapter(prefix: string, records: RecordOperations) {
  const keys = async (start: string) => {
    const found = await records.keys(prefix + start)
    return found.map((key) => key.slice(prefix.length))
  }
  const adapter: KeyvStoreAdapter = {
    opts: {},
    get: (key) => records.get(prefix + key),
    set: (key, value, ttlMs) => records.set(prefix + key, value, ttlMs),
    delete: (key) => records.delete(prefix + key),
    /** Keyv sets `namespace` to the key prefix of the instance that is cleared. */
    async clear() {
      const own = await keys(this.namespace ? `${this.namespace}:` : '')
      await Promise.all(own.map((key) => records.delete(prefix + key)))
    },
    /** Emits nothing: failures are thrown. */
    on() {
      return this
    },
  }
  return { adapter, keys }
}
