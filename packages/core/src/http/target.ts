/** A request target in its one canonical form. */
export interface Target {
  readonly path: string
  /** Without the question mark; empty when there is none. */
  readonly query: string
}

const PLAIN = /^\/[\w~!$&'()*+,;=:@./-]*$/

/**
 * Splits path and query; what a plain path cannot hold (dot segments, backslashes, escapes) is folded as the URL
 * standard does, so that every host sees the same path. `undefined` for what is no path at all, such as `*` or `//host`.
 */
export function parseTarget(target: string): Target | undefined {
  const mark = target.indexOf('?')
  const path = mark < 0 ? target : target.slice(0, mark)
  const query = mark < 0 ? '' : target.slice(mark + 1)
  if (PLAIN.test(path) && !path.includes('/.') && !path.startsWith('//')) return { path, query }
  if (!path.startsWith('/') || /^\/[/\\]/.test(path)) return undefined
  try {
    const url = new URL(`http://internal${target}`)
    return { path: url.pathname, query: url.search.slice(1) }
  } catch {
    return undefined
  }
}

const HOST = /^(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d+)?$/

/** Whether a Host header is a name or an address, with a port or without. It never routes, so that is all we ask of it. */
export function isHost(host: string): boolean {
  return HOST.test(host)
}
