/** Returns a function that calls `make` on its first call and returns the same value afterwards. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/**
 * Memoizes `make` per object, but only for objects that are seen twice in a row: entries for objects that are
 * seen only once would burden the garbage collector. Saves the snapshot key of a repeated request
 * (`cacheRepeatedTargets`).
 */
export function memoizeRepeated<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const cache = new WeakMap<Key, Value>()
  let previous: Key | undefined
  return (key) => {
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const value = make(key)
    if (key === previous) cache.set(key, value)
    previous = key
    return value
  }
}
