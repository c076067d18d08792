import { LRUCache } from 'lru-cache'

/**
 * Returns an LRU cache with a maximum number of entries. With the option `max`, lru-cache would allocate
 * arrays of that length immediately, which takes 20 ms and 5 MB for the caches of an instance.
 */
export function lruCache<Key extends {}, Value extends {}>(entries: number): LRUCache<Key, Value> {
  return new LRUCache({ maxSize: entries, sizeCalculation: () => 1 })
}
