import { HapiError } from '#space-weather/hapi/status'

/** The parameters of a request by name. */
export type HapiQuery = ReadonlyMap<string, string>

/** Names of HAPI 2, which clients still send, with those of HAPI 3. */
const OLD_NAMES: ReadonlyMap<string, string> = new Map([
  ['id', 'dataset'],
  ['time.min', 'start'],
  ['time.max', 'stop'],
])

/**
 * Reads the query of a request target. HAPI ignores no parameter: a client would believe that it was applied.
 *
 * @throws HapiError 1401 for a name that is not among `names`, 1400 for one that is given twice.
 */
export function readQuery(target: string, names: readonly string[]): HapiQuery {
  const query = new Map<string, string>()
  for (const [given, value] of new URLSearchParams(target.replace(/^[^?]*\??/, ''))) {
    const name = OLD_NAMES.get(given) ?? given
    if (!names.includes(name))
      throw new HapiError(1401, names.length > 0 ? `expected ${names.join(', ')}` : 'expected none')
    if (query.has(name)) throw new HapiError(1400, `${name} is given twice`)
    query.set(name, value)
  }
  return query
}

/**
 * Returns a parameter that a request must have.
 * @throws HapiError 1400
 */
export function requiredOf(query: HapiQuery, name: string): string {
  const value = query.get(name)
  if (value === undefined) throw new HapiError(1400, `${name} is missing`)
  return value
}

/**
 * Checks `resolve_references`, which makes no difference: no response has references.
 * @throws HapiError 1412
 */
export function checkReferences(query: HapiQuery): void {
  const value = query.get('resolve_references') ?? 'true'
  if (value !== 'true' && value !== 'false') throw new HapiError(1412, 'expected true or false')
}
