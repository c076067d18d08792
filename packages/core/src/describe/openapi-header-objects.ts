import type { Json } from '#describe/openapi-components'

const RATE_LIMIT_POLICY = {
  type: 'string',
  pattern: '^"day";q=[0-9]+;w=86400$',
  examples: ['"day";q=1000;w=86400'],
}

/** How one cache found an answer. */
const FOUND = '(hit|fwd=[a-z]+; fwd-status=[0-9]{3}; (stored|collapsed)|fwd=[a-z]+); ttl=-?[0-9]+'

/** Every response header of the interface; what follows a dot tells variants of one header apart. */
export const HEADERS = {
  'x-service-request-id': sent('Identifies the request across the edge cache and the origin', {
    type: 'string',
    pattern: '^[A-Za-z0-9_-]{8,64}$',
    examples: ['6f9619ff-8b86-4d01-b42d-00c04fc964ff'],
  }),
  'X-Content-Type-Options': sent('Keeps browsers from guessing the media type', constant('nosniff')),
  'Access-Control-Allow-Origin': sent('Scripts of every origin may read the answer', constant('*')),
  'Access-Control-Expose-Headers': sent('The headers that scripts may read', {
    type: 'string',
    examples: ['x-service-request-id, etag'],
  }),
  'Content-Length': {
    description: 'Bytes of the body; absent where a proxy encodes or chunks it',
    schema: { type: 'integer', minimum: 0, examples: [412] },
  },
  'Cache-Control': sent('How long the answer may be kept: never past valid_until, and not at all after it', {
    type: 'string',
    pattern: '^((private|public), max-age=[0-9]+|no-store)$',
    examples: ['private, max-age=412'],
  }),
  'Cache-Control.no-store': sent('The answer is never kept', constant('no-store')),
  ETag: sent('Strong tag of the body, for If-None-Match', {
    type: 'string',
    pattern: '^"[A-Za-z0-9_-]{24}"$',
    examples: ['"kZ0bYc1Vn3wQ2tRr8sUv5xYz"'],
  }),
  'Cache-Status': sent(
    'How the answer was found (RFC 9211), a mirror telling it behind its central instance; ttl is negative for a stale one',
    {
      type: 'string',
      pattern: `^space-data; ${FOUND}(, [!-~]+; ${FOUND})*$`,
      examples: ['space-data; hit; ttl=412'],
    },
  ),
  Vary: sent('The request headers that the answer depends on', {
    type: 'string',
    examples: ['Authorization, X-API-Key'],
  }),
  RateLimit: {
    description: 'What is left of the UTC day (IETF draft 11); absent for unbounded tiers',
    schema: { type: 'string', pattern: '^"day";r=[0-9]+;t=[0-9]+$', examples: ['"day";r=998;t=43120'] },
  },
  'RateLimit.spent': {
    description:
      'Nothing is left of the UTC day (IETF draft 11); absent where it is a network that has been refused too often',
    schema: { type: 'string', pattern: '^"day";r=0;t=[0-9]+$', examples: ['"day";r=0;t=43120'] },
  },
  'RateLimit-Policy': {
    description: 'The quota of the key’s account; absent for unbounded tiers',
    schema: RATE_LIMIT_POLICY,
  },
  'RateLimit-Policy.spent': {
    description: 'The quota of the key’s account, where that is used up',
    schema: RATE_LIMIT_POLICY,
  },
  'Retry-After': sent('Whole seconds to wait before asking again', {
    type: 'integer',
    minimum: 1,
    examples: [43],
  }),
  'WWW-Authenticate': sent('The scheme that a key may be sent in', constant('Bearer')),
  Allow: sent('The methods of this path', { type: 'string', examples: ['GET, HEAD, OPTIONS'] }),
} as const satisfies Record<string, Json>

export type HeaderName = keyof typeof HEADERS

/** A header that an endpoint declares by its name and description. */
export function declaredHeader(name: string, description: string): Json {
  const schema = SHAPES[name] ?? { type: 'string' }
  return SOMETIMES.has(name) ? { description, schema } : sent(description, schema)
}

const SHAPES: Record<string, Json> = {
  'server-timing': { type: 'string', examples: ['app;dur=12.5, cfRequestDuration;dur=12.5'] },
  'timing-allow-origin': constant('*'),
  'content-security-policy': { type: 'string', examples: ["default-src 'none'"] },
  'x-source': { type: 'string', examples: ['CelesTrak GP stations'] },
  'x-fetched-at': { type: 'string', format: 'date-time', examples: ['2026-11-21T12:00:00.000Z'] },
  'x-valid-until': { type: 'string', format: 'date-time', examples: ['2026-11-21T18:00:00.000Z'] },
  'x-tle-count': { type: 'integer', minimum: 0, examples: [27] },
  'x-tle-omitted': { type: 'string', examples: ['340001,340002'] },
}

/** Declared headers that go with one media type only. */
const SOMETIMES = new Set(['content-security-policy'])

function sent(description: string, schema: Json): Json {
  return { description, required: true, schema }
}

function constant(value: string): Json {
  return { type: 'string', const: value, examples: [value] }
}
