import type { Endpoint } from '#declare/endpoint'
import type { OpenApiComponents } from '#describe/openapi-components'
import type { Json } from '#describe/openapi-schema'
import type { ProblemCode } from '#problem'

/** Header objects by name, or references to them. */
export type Headers = Record<string, Json>

/** The headers of a good answer. */
export function successHeaders(endpoint: Endpoint, components: OpenApiComponents): Headers {
  const hasBody = Object.keys(endpoint.success.content).length > 0
  return shared({ ...always, ...(hasBody && length), ...freshnessOf(endpoint) }, components)
}

/** The headers of a 304: those of the answer that it confirms, without the length of a body. */
export function notModifiedHeaders(endpoint: Endpoint, components: OpenApiComponents): Headers {
  return shared({ ...always, ...freshnessOf(endpoint) }, components)
}

/** The headers of a failure with one of the codes. */
export function problemHeaders(
  status: number,
  codes: readonly ProblemCode[],
  isCounted: boolean,
  components: OpenApiComponents,
): Headers {
  const mustWait = [429, 502, 503].includes(status) || codes.includes('shell_not_populated')
  const headers = shared(
    {
      ...always,
      ...length,
      ...(status === 401 && challenge),
      ...(status === 405 && allow),
      ...(mustWait && retryAfter),
      ...(isCounted && status !== 429 && quota),
    },
    components,
  )
  const cacheControl = components.share('headers', 'Cache-Control-No-Store', noStore)
  return { ...headers, 'Cache-Control': cacheControl, ...(isCounted && status === 429 && spentQuota) }
}

function freshnessOf({ access, ttlMs, success }: Endpoint): Headers {
  const varies = access === 'key' || Object.keys(success.content).length > 1
  return {
    ...(ttlMs === undefined ? { 'Cache-Control': noStore } : cached),
    ...(varies && vary),
    ...(access === 'key' && quota),
    ...Object.fromEntries(
      Object.entries(success.headers ?? {}).map(([name, description]) => [
        spelled(name),
        { description, ...declared[name] },
      ]),
    ),
  }
}

/** References to headers under their own names; the `Cache-Control` of what is never cached has one of its own. */
function shared(headers: Headers, components: OpenApiComponents): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, header]) => [
      name,
      components.share('headers', header === noStore ? 'Cache-Control-No-Store' : name, header),
    ]),
  )
}

const always = {
  'x-service-request-id': header('Identifies the request across the edge cache and the origin', {
    type: 'string',
    pattern: '^[A-Za-z0-9_-]{8,64}$',
    examples: ['6f9619ff-8b86-4d01-b42d-00c04fc964ff'],
  }),
  'X-Content-Type-Options': header('Keeps browsers from guessing the media type', constant('nosniff')),
  'Access-Control-Allow-Origin': header('Scripts of every origin may read the answer', constant('*')),
  'Access-Control-Expose-Headers': header('The headers that scripts may read', {
    type: 'string',
    examples: ['x-service-request-id, etag'],
  }),
}

const length = {
  'Content-Length': {
    description: 'Bytes of the body; absent where a proxy encodes or chunks it',
    schema: { type: 'integer', minimum: 0, examples: [412] },
  },
}

const noStore = header('The answer is never kept', constant('no-store'))

const cached = {
  'Cache-Control': header(
    'For how long the answer may be kept: never past `valid_until`; `no-store` once that has passed',
    {
      type: 'string',
      pattern: '^((private|public), max-age=[0-9]+|no-store)$',
      examples: ['private, max-age=412'],
    },
  ),
  ETag: header('Strong tag of the body, for `If-None-Match`', {
    type: 'string',
    pattern: '^"[A-Za-z0-9_-]{24}"$',
    examples: ['"kZ0bYc1Vn3wQ2tRr8sUv5xYz"'],
  }),
  'Cache-Status': header(
    'How the answer was found (RFC 9211); `ttl` is the seconds left, negative for a stale answer',
    {
      type: 'string',
      pattern: '^space-data; (hit|fwd=miss; fwd-status=200; (stored|collapsed)); ttl=-?[0-9]+$',
      examples: ['space-data; hit; ttl=412'],
    },
  ),
}

const vary = {
  Vary: header('The request headers that the answer depends on', {
    type: 'string',
    examples: ['Authorization, X-API-Key'],
  }),
}

const quota = {
  RateLimit: {
    description: 'What is left of the UTC day (IETF draft 11); absent for unbounded tiers',
    schema: { type: 'string', pattern: '^"day";r=[0-9]+;t=[0-9]+$', examples: ['"day";r=998;t=43120'] },
  },
  'RateLimit-Policy': {
    description: 'The quota of the key’s account; absent for unbounded tiers',
    schema: { type: 'string', pattern: '^"day";q=[0-9]+;w=86400$', examples: ['"day";q=1000;w=86400'] },
  },
}

const spentQuota = {
  RateLimit: header('Nothing is left of the UTC day (IETF draft 11)', {
    type: 'string',
    pattern: '^"day";r=0;t=[0-9]+$',
    examples: ['"day";r=0;t=43120'],
  }),
  'RateLimit-Policy': header('The quota of the key’s account', quota['RateLimit-Policy'].schema),
}

const retryAfter = {
  'Retry-After': header('Whole seconds to wait before asking again', {
    type: 'integer',
    minimum: 1,
    examples: [43],
  }),
}

const challenge = {
  'WWW-Authenticate': header('The scheme that a key may be sent in', constant('Bearer')),
}

const allow = {
  Allow: header('The methods of this path', { type: 'string', examples: ['GET, HEAD, OPTIONS'] }),
}

/** What the headers that endpoints declare look like; one that is not always sent is not required. */
const declared: Record<string, Json> = {
  'server-timing': sent({ type: 'string', examples: ['app;dur=12.5'] }),
  'timing-allow-origin': sent(constant('*')),
  'content-security-policy': { schema: { type: 'string', examples: ["default-src 'none'"] } },
  'x-source': sent({ type: 'string', examples: ['CelesTrak GP stations'] }),
  'x-fetched-at': sent({ type: 'string', format: 'date-time', examples: ['2026-11-21T12:00:00.000Z'] }),
  'x-valid-until': sent({ type: 'string', format: 'date-time', examples: ['2026-11-21T18:00:00.000Z'] }),
  'x-tle-count': sent({ type: 'integer', minimum: 0, examples: [27] }),
  'x-tle-omitted': sent({ type: 'string', examples: ['340001,340002'] }),
}

/** Our own headers in lower case, as the specification writes them; the others as their standards do. */
function spelled(name: string): string {
  return name.startsWith('x-') ? name : name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
}

function header(description: string, schema: Json): Json {
  return { description, ...sent(schema) }
}

function sent(schema: Json): Json {
  return { required: true, schema }
}

function constant(value: string): Json {
  return { type: 'string', const: value, examples: [value] }
}
