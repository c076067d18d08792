import type { Endpoint } from '#declare/endpoint'

type Header = { description: string; schema: { type: string; examples: unknown[] } }
type Headers = Record<string, Header>

/** The headers of a good answer and of a 304. */
export function headersOf({ access, ttlMs, success }: Endpoint): Headers {
  return {
    ...common,
    ...(ttlMs !== undefined && cached),
    ...(ttlMs === undefined && { 'cache-control': cached['cache-control'] }),
    ...(access === 'key' && keyed),
    ...Object.fromEntries(
      Object.entries(success.headers ?? {}).map(([name, description]) => [name, header(description, '')]),
    ),
  }
}

/** The headers of a failure of one status. */
export function problemHeaders({ access }: Endpoint, status: number): Headers {
  const { 'cache-control': cacheControl } = cached
  const counted = access === 'key' && ![401, 405].includes(status)
  return {
    ...common,
    'cache-control': cacheControl,
    ...(status === 401 && { 'www-authenticate': header('The scheme a key may be sent in', 'Bearer') }),
    ...(status === 405 && { allow: header('The methods of this path', 'GET, HEAD, OPTIONS') }),
    ...(waits.includes(status) && { 'retry-after': header('Whole seconds to wait', 43) }),
    ...(counted && { ratelimit: keyed.ratelimit, 'ratelimit-policy': keyed['ratelimit-policy'] }),
  }
}

const waits = [404, 429, 502, 503]

const common = {
  'x-service-request-id': header(
    'Identifies the request across the edge cache and the origin',
    '6f9619ff-8b86-4d01-b42d-00c04fc964ff',
  ),
  'x-content-type-options': header('Always nosniff', 'nosniff'),
  'access-control-allow-origin': header('Always *', '*'),
  'access-control-expose-headers': header('The headers that scripts may read', 'x-service-request-id, etag'),
  'content-length': header('Bytes of the body', 412),
} satisfies Headers

const cached = {
  'cache-control': header(
    'For how long the answer may be kept: never past valid_until',
    'private, max-age=412',
  ),
  etag: header('Strong tag of the body', '"kZ0bYc1Vn3wQ2tRr"'),
  'cache-status': header('How the answer was found (RFC 9211)', 'space-data; hit; ttl=412'),
  vary: header('The request headers that the answer depends on', 'Authorization, X-API-Key'),
} satisfies Headers

const keyed = {
  ratelimit: header(
    'What is left of the day (IETF draft 11); absent for unbounded tiers',
    '"day";r=998;t=43120',
  ),
  'ratelimit-policy': header(
    'The quota of the key’s account; absent for unbounded tiers',
    '"day";q=1000;w=86400',
  ),
} satisfies Headers

function header(description: string, example: string | number): Header {
  const type = typeof example === 'number' ? 'integer' : 'string'
  return { description, schema: { type, examples: [example] } }
}
