import { CompatRefusal } from '#features/shared/compat/compat-refusal'

/** The parameters of a request by name in upper case, in the order of the request. */
export type CompatQuery = ReadonlyMap<string, string>

/** Maximum length of a value. Longer values cannot match anything. */
const MAX_LENGTH = 100

/**
 * Reads the query of a request target; names may be in any case, and the first value of a name counts.
 *
 * @throws CompatRefusal for a value that is too long.
 */
export function readCompatQuery(target: string): CompatQuery {
  const query = new Map<string, string>()
  for (const [given, value] of new URLSearchParams(target.replace(/^[^?]*\??/, ''))) {
    const name = given.toUpperCase()
    if (query.has(name)) continue
    if (value.length > MAX_LENGTH) throw new CompatRefusal(400, 'Invalid query: a value is too long')
    query.set(name, value)
  }
  return query
}
