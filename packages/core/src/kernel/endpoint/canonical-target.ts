import type { Endpoint } from '#kernel/endpoint/endpoint'

/** Returns the canonical path and query of checked parameters, with one spelling per cache key. */
export function canonicalTarget(
  { path, queryParameters }: Pick<Endpoint, 'path' | 'queryParameters'>,
  params: Readonly<Record<string, unknown>>,
): string {
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const query = new URLSearchParams()
  for (const name of Object.keys(queryParameters)) {
    if (params[name] !== undefined) query.set(name, String(params[name]))
  }
  return query.size > 0 ? `${target}?${query}` : target
}
