import type { Json, OpenApiComponents } from '#features/reference/openapi/components'
import { createDeclaredHeader, HEADERS, type HeaderName } from '#features/reference/openapi/header-objects'
import { type Endpoint, isForOwnSite, takesKey } from '#kernel/endpoint/endpoint'
import type { ProblemType } from '#kernel/kit/problem'

type Headers = Record<string, Json>

/** Returns the headers of a successful response. */
export function successHeaders(endpoint: Endpoint, components: OpenApiComponents): Headers {
  const hasBody = Object.keys(endpoint.success.content).length > 0
  return {
    ...shareHeaders(
      [
        ...responseHeaders(endpoint),
        ...(hasBody ? LENGTH : []),
        ...(endpoint.ttlMs === undefined ? [] : ENCODING),
        ...cachingHeaders(endpoint),
        ...(endpoint.isSigned ? SIGNATURE : []),
      ],
      components,
    ),
    ...declaredHeaders(endpoint, components),
  }
}

/** Returns the headers of a 304: the headers of the response that it confirms, without `Content-Length`. */
export function notModifiedHeaders(endpoint: Endpoint, components: OpenApiComponents): Headers {
  return {
    ...shareHeaders(
      [...responseHeaders(endpoint), ...cachingHeaders(endpoint), ...(endpoint.isSigned ? SIGNATURE : [])],
      components,
    ),
    ...declaredHeaders(endpoint, components),
  }
}

/**
 * Returns whether the responses are pages for clients that prefer HTML. In that case, errors are declared as
 * pages, too.
 */
export function hasPage({ success }: Endpoint): boolean {
  return 'text/html' in success.content
}

/** Returns whether an error response with this status counts towards the quota of the key or the network. */
export function isCounted(status: number, endpoint: Endpoint): boolean {
  return takesKey(endpoint.access) && ![401, 405].includes(status)
}

/** Returns the headers of an error response with one of the codes. */
export function problemHeaders(
  status: number,
  types: readonly ProblemType[],
  endpoint: Endpoint,
  components: OpenApiComponents,
): Headers {
  const isTemporary = types.some((type) => type.isTemporary)
  const isAlwaysTemporary = isTemporary && types.length === 1
  // A 405 has no deprecation headers, as the rejected method does not exist.
  const common = status === 405 ? commonHeaders(endpoint) : responseHeaders(endpoint)
  const names: HeaderName[] = [...common, ...LENGTH, 'Cache-Control.no-store']
  if (status === 401) names.push('WWW-Authenticate')
  if (status === 405) names.push('Allow')
  if ([429, 502, 503].includes(status) || isAlwaysTemporary) names.push('Retry-After')
  else if (isTemporary) names.push('Retry-After.temporary')
  // A 429 for a reason other than the quota does not exhaust the quota.
  const isSpent = status === 429 && !endpoint.problems.includes('rate_limited')
  if (isCounted(status, endpoint)) names.push(...quotaHeaders(endpoint, isSpent))
  if (hasPage(endpoint)) names.push('Vary.page', 'Content-Security-Policy.page')
  return shareHeaders(names, components)
}

const ALWAYS = ['x-service-request-id', 'X-Content-Type-Options'] as const
const CORS = ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers'] as const
const LENGTH = ['Content-Length'] as const
const ENCODING = ['Content-Encoding'] as const
const SIGNATURE = ['Content-Location', 'Unencoded-Digest', 'Signature-Input', 'Signature'] as const
const QUOTA = ['RateLimit', 'RateLimit-Policy'] as const
const NETWORK_QUOTA = ['RateLimit.network', 'RateLimit-Policy.network'] as const
const SPENT = ['RateLimit.spent', 'RateLimit-Policy.spent'] as const

function quotaHeaders({ access }: Endpoint, isSpent = false): readonly HeaderName[] {
  if (access === 'optional_key') return NETWORK_QUOTA
  return isSpent ? SPENT : QUOTA
}

function commonHeaders(endpoint: Endpoint): readonly HeaderName[] {
  return isForOwnSite(endpoint) ? ALWAYS : [...ALWAYS, ...CORS]
}

function responseHeaders(endpoint: Endpoint): readonly HeaderName[] {
  const { deprecation } = endpoint.publication ?? {}
  if (!deprecation) return commonHeaders(endpoint)
  const sunset = deprecation.sunset === undefined ? [] : (['Sunset'] as const)
  return [...commonHeaders(endpoint), 'Deprecation', ...sunset, 'Link.deprecation']
}

function cachingHeaders(endpoint: Endpoint): HeaderName[] {
  const { ttlMs, problems, formatOf } = endpoint
  const names: HeaderName[] =
    ttlMs === undefined ? ['Cache-Control.no-store'] : ['Cache-Control', 'ETag', 'Cache-Status']
  if (takesKey(endpoint.access) || problems.includes('not_acceptable') || formatOf) names.push('Vary')
  else if (ttlMs !== undefined) names.push('Vary.encoding')
  return takesKey(endpoint.access) ? [...names, ...quotaHeaders(endpoint)] : names
}

function shareHeaders(names: readonly HeaderName[], components: OpenApiComponents): Headers {
  return Object.fromEntries(
    names.map((name) => [name.replace(/\..*/, ''), components.share('headers', name, HEADERS[name])]),
  )
}

function declaredHeaders({ success }: Endpoint, components: OpenApiComponents): Headers {
  const share = (headers: Readonly<Record<string, string>>, isRequired: boolean) =>
    Object.entries(headers).map(([name, description]) => {
      const headerName = canonicalCase(name)
      const header = createDeclaredHeader(name, description, isRequired)
      return [headerName, components.share('headers', headerName + (isRequired ? '' : '.some'), header)]
    })
  return Object.fromEntries([
    ...share(success.headers ?? {}, true),
    ...share(success.optionalHeaders ?? {}, false),
  ])
}

/** Returns `x-` headers in lower case and all others in Title-Case, as in their specifications. */
function canonicalCase(name: string): string {
  return name.startsWith('x-') ? name : name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
}
