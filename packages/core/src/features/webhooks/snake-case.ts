/** Converts the keys of a value to snake_case, as used in JSON on the wire. Text values stay unchanged. */
export function toSnakeCase(value: unknown): unknown {
  return withKeys(value, (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
}

/** Converts the keys of a value to camelCase, as used in code; the inverse of `toSnakeCase`. */
export function fromSnakeCase<T>(value: unknown): T {
  return withKeys(value, (key) => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())) as T
}

function withKeys(value: unknown, rename: (key: string) => string): unknown {
  if (Array.isArray(value)) {
    return typeof value[0] === 'object' ? value.map((each) => withKeys(each, rename)) : value
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [rename(key), withKeys(member, rename)]),
  )
}
