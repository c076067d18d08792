import { type Endpoint, isForOwnSite } from '#declare/endpoint'
import type { Json, OpenApiComponents } from '#describe/openapi-components'
import { declaredHeader, HEADERS, type HeaderName } from '#describe/openapi-header-objects'
import type { ProblemCode } from '#problem'

type Headers = Record<string, Json>

/** The headers of a good answer. */
export function successHeaders(endpoint: Endpoint, components: OpenApiComponents): Headers {
  const hasBody = Object.keys(endpoint.success.content).length > 0
  return {
    ...references([...always(endpoint), ...(hasBody ? LENGTH : []), ...freshness(endpoint)], components),
    ...declared(endpoint, components),
  }
}

/** The headers of a 304: those of the answer that it confirms, without the length of a body. */
export function notModifiedHeaders(endpoint: Endpoint, components: OpenApiComponents): Headers {
  return {
    ...references([...always(endpoint), ...freshness(endpoint)], components),
    ...declared(endpoint, components),
  }
}

/** Whether a failure of that status counts against the quota of a key. */
export function isCounted(status: number, { access }: Endpoint): boolean {
  return access === 'key' && ![401, 405].includes(status)
}

/** The headers of a failure with one of the codes. */
export function problemHeaders(
  status: number,
  codes: readonly ProblemCode[],
  endpoint: Endpoint,
  components: OpenApiComponents,
): Headers {
  const mustWait = [429, 502, 503].includes(status) || codes.includes('shell_not_populated')
  const names: HeaderName[] = [...always(endpoint), ...LENGTH, 'Cache-Control.no-store']
  if (status === 401) names.push('WWW-Authenticate')
  if (status === 405) names.push('Allow')
  if (mustWait) names.push('Retry-After')
  if (isCounted(status, endpoint)) names.push(...(status === 429 ? SPENT : QUOTA))
  return references(names, components)
}

const ALWAYS = ['x-service-request-id', 'X-Content-Type-Options'] as const
const CORS = ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers'] as const
const LENGTH = ['Content-Length'] as const
const QUOTA = ['RateLimit', 'RateLimit-Policy'] as const
const SPENT = ['RateLimit.spent', 'RateLimit-Policy.spent'] as const

function always(endpoint: Endpoint): readonly HeaderName[] {
  return isForOwnSite(endpoint) ? ALWAYS : [...ALWAYS, ...CORS]
}

function freshness({ access, ttlMs, success }: Endpoint): HeaderName[] {
  const names: HeaderName[] =
    ttlMs === undefined ? ['Cache-Control.no-store'] : ['Cache-Control', 'ETag', 'Cache-Status']
  if (access === 'key' || Object.keys(success.content).length > 1) names.push('Vary')
  return access === 'key' ? [...names, ...QUOTA] : names
}

function references(names: readonly HeaderName[], components: OpenApiComponents): Headers {
  return Object.fromEntries(
    names.map((name) => [name.replace(/\..*/, ''), components.share('headers', name, HEADERS[name])]),
  )
}

function declared({ success }: Endpoint, components: OpenApiComponents): Headers {
  return Object.fromEntries(
    Object.entries(success.headers ?? {}).map(([name, description]) => {
      const spelling = spelled(name)
      return [spelling, components.share('headers', spelling, declaredHeader(name, description))]
    }),
  )
}

/** Our own headers in lower case, as the specification writes them; the others as their standards do. */
function spelled(name: string): string {
  return name.startsWith('x-') ? name : name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
}
