import type { KeyvStoreAdapter } from 'keyv'

/** What a place for records can do; `keys` lists those that begin with a prefix. */
export interface Place extends Pick<KeyvStoreAdapter, 'get' | 'set' | 'delete'> {
  keys(prefix: string): Promise<string[]>
}

/** A keyv adapter that keeps to the keys under a prefix, so that others may have the rest of the place. */
export function underPrefix(prefix: string, place: Place) {
  const keys = async (start: string) => {
    const found = await place.keys(prefix + start)
    return found.map((key) => key.slice(prefix.length))
  }
  const adapter: KeyvStoreAdapter = {
    opts: {},
    get: (key) => place.get(prefix + key),
    set: (key, value, ttlMs) => place.set(prefix + key, value, ttlMs),
    delete: (key) => place.delete(prefix + key),
    /** Keyv sets `namespace` to what begins the keys of the one instance that is cleared. */
    async clear() {
      const mine = await keys(this.namespace ? `${this.namespace}:` : '')
      await Promise.all(mine.map((key) => place.delete(prefix + key)))
    },
    /** Failures are thrown, so there is nothing to listen to. */
    on() {
      return this
    },
  }
  return { adapter, keys }
}
