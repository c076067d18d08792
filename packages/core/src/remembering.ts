/**
 * A function that makes something of an object, and remembers what it made of those that come twice in a row: of objects that
 * come once a list would only grow, and the collector would go through it.
 */
export function remembering<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, Value>()
  let last: Key | undefined
  return (key) => {
    const known = made.get(key)
    if (known !== undefined) return known
    const value = make(key)
    if (key === last) made.set(key, value)
    last = key
    return value
  }
}
