/** The directives of a `Cache-Control` field: names in lower case, `''` for one without a value, the first of two counts. */
export type Directives = ReadonlyMap<string, string>

const DIRECTIVE = /([^\s,;=]+)(?:=(?:"((?:[^"\\]|\\.)*)"|([^\s,;]*)))?/g

/** Reads a `Cache-Control` field (RFC 9111 section 5.2); what stands in quotes is a value, commas and all. */
export function directivesIn(field: string | null | undefined): Directives {
  const found = new Map<string, string>()
  for (const [, name = '', quoted, token] of (field ?? '').matchAll(DIRECTIVE)) {
    const key = name.toLowerCase()
    if (!found.has(key)) found.set(key, quoted?.replace(/\\(.)/g, '$1') ?? token ?? '')
  }
  return found
}

/** The seconds that a directive gives; 0 when what it gives is no number, for that is stale; `undefined` without it. */
export function secondsOf(directives: Directives, name: string): number | undefined {
  const value = directives.get(name)
  if (value === undefined) return undefined
  return /^\d+$/.test(value) ? Math.min(Number(value), 2 ** 31) : 0
}
