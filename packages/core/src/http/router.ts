import { Router } from 'itty-router'
import type { Endpoint } from '#declare/endpoint'

/** The endpoints of one path by method, with the parameters as they stand in the path, still percent-encoded. */
export interface Match {
  readonly methods: ReadonlyMap<string, Endpoint>
  readonly rawParams: Readonly<Record<string, string>>
}

const NO_PARAMS = {}

/**
 * Compiles the table: itty-router makes a pattern of every path, fixed paths are looked up in a map, and only the few
 * with parameters are tried in turn. Gives a function of the path alone; `undefined` is 404.
 */
export function compileRoutes(endpoints: readonly Endpoint[]): (path: string) => Match | undefined {
  const fixed = new Map<string, Match>()
  const router = Router()
  const withParams: { pattern: RegExp; methods: Match['methods'] }[] = []

  for (const [path, members] of groupByPath(endpoints)) {
    const methods = new Map(members.map((endpoint) => [endpoint.method as string, endpoint]))
    if (path.includes('{')) {
      router.all(path.replace(/\{(\w+)\}/g, ':$1'), () => undefined)
      const pattern = router.routes.at(-1)?.[1]
      if (pattern) withParams.push({ pattern, methods })
    } else {
      fixed.set(path, { methods, rawParams: NO_PARAMS })
    }
  }

  return (path) => {
    const exact = fixed.get(path)
    if (exact || path.endsWith('/')) return exact
    for (const { pattern, methods } of withParams) {
      const groups = pattern.exec(path)?.groups
      if (groups) return { methods, rawParams: groups }
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

/** What the `Allow` header of a path says. */
export function allowedMethods(methods: Match['methods']): string {
  return [...methods.keys()]
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    .concat('OPTIONS')
    .join(', ')
}
