import type { Endpoint } from '#kernel/endpoint/endpoint'

/** Longer paths are not compared, as no path of the table is that long. */
const MAX_LENGTH = 200

/**
 * Returns a function that finds the path of the table for a mistyped target, which differs only in case, in
 * doubled slashes or in a trailing slash. A path with parameters is returned as its template, so that nothing
 * of the request is repeated.
 */
export function createPathSuggester(
  endpoints: readonly Endpoint[],
  base: string,
): (target: string) => string | undefined {
  // Created for the first unknown path, as most servers receive few.
  let patterns: { readonly path: string; readonly pattern: RegExp }[] | undefined
  return (target) => {
    const path = target
      .replace(/\?.*$/s, '')
      .replace(/\/{2,}/g, '/')
      .replace(/(?<=.)\/$/, '')
    if (path.length > MAX_LENGTH) return undefined
    patterns ??= [...new Set(endpoints.map((endpoint) => endpoint.path))].map((path) => ({
      path,
      pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`, 'i'),
    }))
    const found = patterns.find(({ pattern }) => pattern.test(path))
    return found && base + found.path
  }
}
