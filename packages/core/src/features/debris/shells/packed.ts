import { fromVarints, toVarints } from '#kernel/storage/varints'

/** Returns a value that may contain arrays of counts as JSON. Each array becomes `{ varints }`. */
export function toPacked(value: unknown): unknown {
  return value instanceof Uint32Array ? { varints: toVarints(value) } : mapMembers(value, toPacked)
}

/** Returns the value that was passed to `toPacked`. */
export function fromPacked<T>(packed: unknown): T {
  const unpack = (value: unknown): unknown => {
    const { varints } = (value ?? {}) as { varints?: unknown }
    return typeof varints === 'string' ? fromVarints(varints) : mapMembers(value, unpack)
  }
  return unpack(packed) as T
}

function mapMembers(value: unknown, map: (member: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(map)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, map(member)]))
}
