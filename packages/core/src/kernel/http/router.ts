import { type IRequest, Router } from 'itty-router'
import { type Endpoint, isForOwnSite } from '#kernel/endpoint/endpoint'
import { type DeprecationNotice, deprecationNotice } from '#kernel/http/deprecation'
import { METHODS } from '#kernel/http/headers'
import { cacheRepeatedTargets } from '#kernel/http/repeated-targets'
import { parseTarget } from '#kernel/http/target'
import type { MaybePromise } from '#kernel/kit/maybe-promise'

/** A path of the table with its endpoints. */
interface RouteEntry {
  /** The path template in the table. */
  readonly path: string
  readonly methods: ReadonlyMap<string, Endpoint>
  /** Value of the `Allow` header. */
  readonly allow: string
  /** Notices of the deprecated methods; absent if there are none. */
  readonly notices?: ReadonlyMap<string, DeprecationNotice> | undefined
  /** Whether scripts of other sites may read the responses. */
  readonly isShared: boolean
}

/** The route of a request target. */
export interface Match extends RouteEntry {
  /** Path parameters by name, still percent-encoded. */
  readonly rawParams: Readonly<Record<string, string>>
  /** Without the question mark; empty when there is none. */
  readonly query: string
  /** The checked parameters, once an endpoint of this path has checked them. */
  checked?: { readonly endpoint: Endpoint; readonly params: Readonly<Record<string, unknown>> } | undefined
}

/**
 * Compiles the table into a lookup by request target, which returns `undefined` for an unknown path. A path
 * without parameters is found in a map, the others by the router. `base` is the prefix of the links in
 * deprecation notices.
 */
export function compileRoutes(
  endpoints: readonly Endpoint[],
  base = '',
): (target: string) => MaybePromise<Match | undefined> {
  const fixed = new Map<string, Match>()
  const router = Router<IRequest, [query: string], Match | undefined>()

  for (const [path, members] of groupByPath(endpoints)) {
    const methods = new Map(members.map((endpoint) => [endpoint.method as string, endpoint]))
    const isShared = !members.some(isForOwnSite)
    const entry = {
      path,
      methods,
      allow: allowedMethods(methods),
      notices: noticesOf(members, base),
      isShared,
    }
    if (path.includes('{'))
      router.all(toPattern(path), ({ params }, query): Match => ({ ...entry, rawParams: params, query }))
    else fixed.set(path, { ...entry, rawParams: {}, query: '' })
    if (members.some(({ hasSlash }) => hasSlash))
      fixed.set(`${path}/`, { ...entry, rawParams: {}, query: '' })
  }

  const findCached = cacheRepeatedTargets(find)
  // A target that equals a path of the table is in its canonical form and has no query.
  return (target) => fixed.get(target) ?? findCached(target)

  function find(target: string): MaybePromise<Match | undefined> {
    const parsed = parseTarget(target)
    if (!parsed) return undefined
    const { path, query } = parsed
    const match = fixed.get(path)
    if (match) return { ...match, query, checked: undefined }
    // The router would ignore slashes at the end.
    if (path.endsWith('/')) return undefined
    return router.fetch({ method: 'GET', url: `http://internal${path}` }, query)
  }
}

/** Writes a path template, such as `/v1/objects/{norad_id}`, as itty-router does: `/v1/objects/:norad_id`. */
function toPattern(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

function groupByPath(endpoints: readonly Endpoint[]): Map<string, Endpoint[]> {
  const groups = new Map<string, Endpoint[]>()
  for (const endpoint of endpoints)
    groups.set(endpoint.path, [...(groups.get(endpoint.path) ?? []), endpoint])
  return groups
}

function noticesOf(members: readonly Endpoint[], base: string): RouteEntry['notices'] {
  const notices = new Map<string, DeprecationNotice>()
  for (const endpoint of members) {
    const notice = deprecationNotice(endpoint, base)
    if (notice) notices.set(endpoint.method, notice)
  }
  return notices.size > 0 ? notices : undefined
}

function allowedMethods(methods: Match['methods']): string {
  const has = (method: string) => method === 'OPTIONS' || methods.has(method === 'HEAD' ? 'GET' : method)
  return METHODS.split(', ').filter(has).join(', ')
}
