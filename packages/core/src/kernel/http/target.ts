import { InvalidOptionError } from '#kernel/kit/errors'

/** A request target in canonical form. */
interface Target {
  readonly path: string
  /** Without the question mark; empty when there is none. */
  readonly query: string
}

const PLAIN = /^\/[\w~!$&'()*+,;=:@./-]*$/

/**
 * Splits a target into path and query. A path with dot segments, backslashes or escapes is normalised by the
 * URL standard, so that every adapter sees the same. Returns `undefined` for a target that is no path, such
 * as `*` or `//host`.
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

/**
 * Returns whether a Host header is a name or an address, with or without a port. It never affects routing.
 */
export function isHost(host: string): boolean {
  return HOST.test(host)
}

const HTTP_URL = /^https?:\/\/([^/?#\\]*)(.*)$/is

/**
 * Returns the path and query of a request line, which may also be a complete http URL (RFC 9112 section
 * 3.2.2); the host of that URL is ignored. Returns `undefined` for any other form, and for a target with a
 * fragment.
 */
export function originForm(target: string): string | undefined {
  if (target.includes('#')) return undefined
  if (target.startsWith('/')) return target
  const [, host = '', rest = ''] = HTTP_URL.exec(target) ?? []
  if (!isHost(host)) return undefined
  return rest.startsWith('/') ? rest : `/${rest}`
}

const BASE = /^(?:\/[\w~-]+(?:\.[\w~-]+)*)+$/

/**
 * Checks the base path of an instance and returns it, `''` for none.
 * @throws InvalidOptionError for anything except a plain path
 */
export function checkBase(base: string): string {
  const path = base === '/' ? '' : base
  if (path !== '' && !BASE.test(path)) {
    throw new InvalidOptionError(
      'base: a path such as /space, without a trailing slash and without characters that need escaping',
    )
  }
  return path
}

/** Returns whether a request target, in canonical form, is the base or below it. */
export function isUnder(base: string, target: string): boolean {
  return base === '' || withoutBase(base, target) !== OUTSIDE
}

/** A target that no route matches. */
const OUTSIDE = ''

/**
 * Removes the base from a request target; returns `''`, which no route matches, for a target outside the
 * base.
 */
export function withoutBase(base: string, target: string): string {
  const parsed = parseTarget(target)
  if (!parsed) return OUTSIDE
  const { path, query } = parsed
  if (path !== base && !path.startsWith(`${base}/`)) return OUTSIDE
  return `${path.slice(base.length) || '/'}${query && `?${query}`}`
}
