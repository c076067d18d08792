import { Router } from 'itty-router'
import { LRUCache } from 'lru-cache'
import { type Endpoint, isForOwnSite } from '#declare/endpoint'
import { parseTarget } from '#http/target'

/** What stands at a path. */
interface Place {
  readonly methods: ReadonlyMap<string, Endpoint>
  /** What the `Allow` header of the path says. */
  readonly allow: string
  /** Whether scripts of other sites may read what it answers. */
  readonly isShared: boolean
}

/** Where a request target leads: the endpoints of its path by method. */
export interface Match extends Place {
  /** The parameters as they stand in the path, still percent-encoded. */
  readonly rawParams: Readonly<Record<string, string>>
  /** Without the question mark; empty when there is none. */
  readonly query: string
  /** The parameters as they were checked for an endpoint of this path, once they have been. */
  checked?: { readonly endpoint: Endpoint; readonly params: Readonly<Record<string, unknown>> }
}

const NO_PARAMS = {}

/**
 * Most requests for a shell, a group or an object are for one of few: these targets are not taken apart every time. None is
 * so long that a key could be in it.
 */
const KEPT_TARGETS = { number: 500, chars: 40 }

/**
 * Compiles the table: itty-router makes a pattern of every path, fixed paths are looked up in a map, and only the few
 * with parameters are tried in turn. Gives a function of the request target; `undefined` is 404. What is asked for
 * twice in a row gets the same match from then on.
 */
export function compileRoutes(endpoints: readonly Endpoint[]): (target: string) => Match | undefined {
  const fixed = new Map<string, Match>()
  const router = Router()
  const lately = new LRUCache<string, Match>({ max: KEPT_TARGETS.number })
  let last = ''
  const withParams: (Place & { readonly pattern: RegExp })[] = []

  for (const [path, members] of groupByPath(endpoints)) {
    const methods = new Map(members.map((endpoint) => [endpoint.method as string, endpoint]))
    const allow = allowedMethods(methods)
    const isShared = !members.some(isForOwnSite)
    if (path.includes('{')) {
      router.all(path.replace(/\{(\w+)\}/g, ':$1'), () => undefined)
      const pattern = router.routes.at(-1)?.[1]
      if (pattern) withParams.push({ pattern, methods, allow, isShared })
    } else {
      fixed.set(path, { methods, allow, isShared, rawParams: NO_PARAMS, query: '' })
    }
  }

  return (target) => {
    // What is a path of the table as it stands is in its canonical form and has no query.
    const known = fixed.get(target) ?? lately.get(target)
    if (known) return known
    const match = find(target)
    if (target.length <= KEPT_TARGETS.chars) {
      if (match && target === last) lately.set(target, match)
      last = target
    }
    return match
  }

  function find(target: string): Match | undefined {
    const parsed = parseTarget(target)
    if (!parsed) return undefined
    const { path, query } = parsed
    const exact = fixed.get(path)
    if (exact) {
      const { methods, allow, isShared } = exact
      return { methods, allow, isShared, rawParams: NO_PARAMS, query }
    }
    if (path.endsWith('/')) return undefined
    for (const { pattern, ...place } of withParams) {
      const rawParams = pattern.exec(path)?.groups
      if (rawParams) return { ...place, rawParams, query }
    }
    return undefined
  }
}

function groupByPath(endpoints: readonly Endpoint[]): Map<string, Endpoint[]> {
  const groups = new Map<string, Endpoint[]>()
  for (const endpoint of endpoints)
    groups.set(endpoint.path, [...(groups.get(endpoint.path) ?? []), endpoint])
  return groups
}

function allowedMethods(methods: Match['methods']): string {
  return [...methods.keys()]
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    .concat('OPTIONS')
    .join(', ')
}
