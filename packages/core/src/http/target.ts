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

/** The last that was one: nearly all requests name the same. */
let lastHost: string | undefined

/** Whether a Host header is a name or an address, with a port or without. It never routes, so that is all we ask of it. */
export function isHost(host: string): boolean {
  if (host === lastHost) return true
  if (!HOST.test(host)) return false
  lastHost = host
  return true
}

const HTTP_URL = /^https?:\/\/([^/?#\\]*)(.*)$/is

/**
 * The path and query that a request line names, also as a whole http URL (RFC 9112 section 3.2.2), whose host is no more to
 * us than the Host header. `undefined` for any other form, and for what has a fragment.
 */
export function originForm(target: string): string | undefined {
  if (target.includes('#')) return undefined
  if (target.startsWith('/')) return target
  const [, host = '', rest = ''] = HTTP_URL.exec(target) ?? []
  if (!isHost(host)) return undefined
  return rest.startsWith('/') ? rest : `/${rest}`
}

const BASE = /^(?:\/[\w~-]+(?:\.[\w~-]+)*)+$/

/** The path under which everything stands, `''` for none; throws a TypeError for what is no plain path. */
export function checkedBase(base: string): string {
  const path = base === '/' ? '' : base
  if (path !== '' && !BASE.test(path)) {
    throw new TypeError('base: a path such as /space, without a slash at its end and with nothing to escape')
  }
  return path
}

/** Whether a request target, in its canonical form, is the base or stands under it. */
export function isUnder(base: string, target: string): boolean {
  return base === '' || withoutBase(base, target) !== OUTSIDE
}

/** No target at all, so that no route has it. */
const OUTSIDE = ''

/** A request target as it stands under the base; an empty one, which is found nowhere, for what is outside. */
export function withoutBase(base: string, target: string): string {
  const parsed = parseTarget(target)
  if (!parsed) return OUTSIDE
  const { path, query } = parsed
  if (path !== base && !path.startsWith(`${base}/`)) return OUTSIDE
  return `${path.slice(base.length) || '/'}${query && `?${query}`}`
}
