import type { Json } from '#features/reference/openapi/components'

const RATE_LIMIT_POLICY = {
  type: 'string',
  pattern: '^"day";q=[0-9]+;w=86400$',
  examples: ['"day";q=1000;w=86400'],
}

/** Pattern of one cache's entry in `Cache-Status`. */
const CACHE_ENTRY = '(hit|fwd=[a-z]+; fwd-status=[0-9]{3}; (stored|collapsed)|fwd=[a-z]+); ttl=-?[0-9]+'

const EXAMPLE_TERMS =
  'created=1795336874;expires=1795340474;keyid="JrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs="'
const EXAMPLE_INPUT =
  `sd=("unencoded-digest";sf);${EXAMPLE_TERMS};tag="ed25519-integrity", ` +
  `answer=("@status" "unencoded-digest";sf "content-type" "content-location");${EXAMPLE_TERMS};tag="space-data"`

/** All response headers of the API. A suffix after a dot distinguishes variants of one header. */
export const HEADERS = {
  'x-service-request-id': requiredHeader(
    'Unique ID of the request, identical in the edge cache and at the origin',
    {
      type: 'string',
      pattern: '^[A-Za-z0-9_-]{8,64}$',
      examples: ['6f9619ff-8b86-4d01-b42d-00c04fc964ff'],
    },
  ),
  'X-Content-Type-Options': requiredHeader(
    'Prevents browsers from guessing the media type',
    constant('nosniff'),
  ),
  'Access-Control-Allow-Origin': requiredHeader(
    'Scripts from any origin may read the response',
    constant('*'),
  ),
  'Access-Control-Expose-Headers': requiredHeader('Response headers that scripts may read', {
    type: 'string',
    examples: ['x-service-request-id, etag'],
  }),
  'Content-Length': {
    description: 'Size of the body in bytes; absent if a proxy compresses or chunks it',
    schema: { type: 'integer', minimum: 0, examples: [412] },
  },
  'Cache-Control': requiredHeader(
    'How long the response may be cached: at most until valid_until, and not at all after that',
    {
      type: 'string',
      pattern: '^((private|public), max-age=[0-9]+(, immutable)?|no-store)$',
      examples: ['private, max-age=412'],
    },
  ),
  'Cache-Control.no-store': requiredHeader('The response must not be cached', constant('no-store')),
  ETag: requiredHeader('Strong validator of the body, to send as If-None-Match', {
    type: 'string',
    pattern: '^"[A-Za-z0-9_-]{24}(-br|-gzip)?"$',
    examples: ['"kZ0bYc1Vn3wQ2tRr8sUv5xYz"'],
  }),
  'Cache-Status': requiredHeader(
    'How each cache handled the request (RFC 9211); a mirror comes last; ttl is negative for stale responses',
    {
      type: 'string',
      pattern: `^space-data; ${CACHE_ENTRY}(, [!-~]+; ${CACHE_ENTRY})*$`,
      examples: ['space-data; hit; ttl=412'],
    },
  ),
  Vary: requiredHeader('Request headers that the response depends on', {
    type: 'string',
    examples: ['Authorization, X-API-Key'],
  }),
  'Vary.encoding': {
    description: 'Present if the body is compressed for clients that accept it',
    schema: constant('Accept-Encoding'),
  },
  'Vary.page': { description: 'Present if the error is a page', schema: constant('Accept') },
  'Content-Security-Policy.page': {
    description: 'Present if the error is a page, which loads no external resource',
    schema: { type: 'string', examples: ["default-src 'none'"] },
  },
  'Content-Encoding': {
    description: 'Content coding of the body; absent if it is sent without one',
    schema: { type: 'string', enum: ['br', 'gzip'], examples: ['br'] },
  },
  RateLimit: {
    description: 'Requests left on this UTC day (IETF draft 11); absent for unlimited tiers',
    schema: { type: 'string', pattern: '^"day";r=[0-9]+;t=[0-9]+$', examples: ['"day";r=998;t=43120'] },
  },
  'RateLimit.spent': {
    description:
      'Requests left on this UTC day (IETF draft 11): 0 if the quota was exceeded; absent if another limit ' +
      'of the network was exceeded',
    schema: { type: 'string', pattern: '^"day";r=[0-9]+;t=[0-9]+$', examples: ['"day";r=0;t=43120'] },
  },
  'RateLimit-Policy': {
    description: 'Daily quota of the key’s account; absent for unlimited tiers',
    schema: RATE_LIMIT_POLICY,
  },
  'RateLimit-Policy.spent': {
    description: 'Daily quota of the key’s account, if it is exhausted',
    schema: RATE_LIMIT_POLICY,
  },
  'RateLimit.network': {
    description:
      'Requests left on this UTC day (IETF draft 11): for the key’s account or, without a key, for the ' +
      'network and the block of addresses around it; absent for unlimited tiers',
    schema: {
      type: 'string',
      pattern: '^"(network-)?day";r=[0-9]+;t=[0-9]+$',
      examples: ['"network-day";r=98;t=43120'],
    },
  },
  'RateLimit-Policy.network': {
    description:
      'Daily quota of the key’s account or, without a key, of the network; absent for unlimited tiers',
    schema: {
      type: 'string',
      pattern: '^"(network-)?day";q=[0-9]+;w=86400$',
      examples: ['"network-day";q=100;w=86400'],
    },
  },
  'Content-Location': {
    description: 'Path and query of the request, without any base path; absent unless the instance signs',
    schema: { type: 'string', examples: ['/v1/objects/25544'] },
  },
  'Unencoded-Digest': {
    description:
      'SHA-256 of the body before any content coding (draft-ietf-httpbis-unencoded-digest); absent unless the ' +
      'instance signs',
    schema: {
      type: 'string',
      pattern: '^sha-256=:[A-Za-z0-9+/]{43}=:$',
      examples: ['sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:'],
    },
  },
  'Signature-Input': {
    description:
      'Content covered by the signatures (RFC 9421): `sd` covers the body; `answer` covers the body, its ' +
      'type and its path. created and expires are fetched_at and valid_until; absent unless the instance ' +
      'signs',
    schema: { type: 'string', pattern: '^sd=.+, answer=.+$', examples: [EXAMPLE_INPUT] },
  },
  Signature: {
    description:
      'Ed25519 signatures (RFC 9421); on a 304, the signatures of the confirmed response; absent unless ' +
      'the instance signs',
    schema: {
      type: 'string',
      pattern: '^sd=:[A-Za-z0-9+/]{86}==:, answer=:[A-Za-z0-9+/]{86}==:$',
      examples: [`sd=:${'A'.repeat(86)}==:, answer=:${'A'.repeat(86)}==:`],
    },
  },
  'Retry-After': requiredHeader('Seconds to wait before retrying', {
    type: 'integer',
    minimum: 1,
    examples: [43],
  }),
  'Retry-After.temporary': {
    description: 'Seconds to wait before retrying, if the error is temporary',
    schema: { type: 'integer', minimum: 1, examples: [43] },
  },
  'WWW-Authenticate': requiredHeader('Authentication scheme for the key', constant('Bearer')),
  Deprecation: requiredHeader('Time from which the path is deprecated (RFC 9745), in seconds since 1970', {
    type: 'string',
    pattern: '^@[0-9]+$',
    examples: ['@1798761600'],
  }),
  Sunset: requiredHeader('Time at which the path will be removed and respond with 410 (RFC 8594)', {
    type: 'string',
    examples: ['Thu, 01 Jul 2027 00:00:00 GMT'],
  }),
  'Link.deprecation': requiredHeader(
    'The successor of the path (rel="successor-version") and its documentation',
    {
      type: 'string',
      examples: ['</v2/space-weather/kp>; rel="successor-version"'],
    },
  ),
  Allow: requiredHeader('Methods that the path supports', {
    type: 'string',
    examples: ['GET, HEAD, OPTIONS'],
  }),
} as const satisfies Record<string, Json>

/** Name of a header in `HEADERS`. */
export type HeaderName = keyof typeof HEADERS

/** Creates the header object of a header that an endpoint declares by name and description. */
export function createDeclaredHeader(name: string, description: string, isRequired: boolean): Json {
  const schema = SHAPES[name] ?? { type: 'string' }
  return isRequired ? requiredHeader(description, schema) : { description, schema }
}

const SHAPES: Record<string, Json> = {
  'server-timing': { type: 'string', examples: ['app;dur=12.5, cfRequestDuration;dur=12.5'] },
  'timing-allow-origin': constant('*'),
  'content-security-policy': { type: 'string', examples: ["default-src 'none'"] },
  location: { type: 'string', examples: ['/v1/shells/shl_4tQ9wLx2Vb7Rk1NsE6Zc'] },
  'content-disposition': { type: 'string', examples: ['inline; filename="debris-report-2026-11.pdf"'] },
  link: {
    type: 'string',
    examples: ['</.well-known/api-catalog>; rel="api-catalog"; type="application/linkset+json"'],
  },
  'last-modified': { type: 'string', examples: ['Sat, 21 Nov 2026 12:00:00 GMT'] },
  'x-run-id': { type: 'string', examples: ['20261121T031700Z-09124ad3'] },
  'x-run-number': { type: 'integer', minimum: 0, examples: [42] },
  'x-computed-at': { type: 'string', format: 'date-time', examples: ['2026-11-21T03:17:41.000Z'] },
  'x-catalogue-epoch': { type: 'string', format: 'date-time', examples: ['2026-11-21T03:17:00.000Z'] },
  'x-catalogue-objects': { type: 'integer', minimum: 0, examples: [34_123] },
  'x-count': { type: 'integer', minimum: 0, examples: [34_123] },
  'x-sha256': {
    type: 'string',
    pattern: '^[0-9a-f]{64}$',
    examples: ['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  },
  'x-complete': constant('true'),
  'x-missing-ids': { type: 'string', examples: ['43013,99999'] },
  'x-accel-buffering': constant('no'),
  'x-source': { type: 'string', examples: ['CelesTrak GP stations'] },
  'x-fetched-at': { type: 'string', format: 'date-time', examples: ['2026-11-21T12:00:00.000Z'] },
  'x-valid-until': { type: 'string', format: 'date-time', examples: ['2026-11-21T18:00:00.000Z'] },
  'x-tle-count': { type: 'integer', minimum: 0, examples: [27] },
  'x-catalogue-fetched-at': { type: 'string', format: 'date-time', examples: ['2026-11-21T03:17:00.000Z'] },
  'x-members-fetched-at': { type: 'string', format: 'date-time', examples: ['2026-11-20T23:10:00.000Z'] },
  'x-tle-omitted': { type: 'string', examples: ['340001,340002'] },
  'x-notice': {
    type: 'string',
    examples: ['Made by Space-Data of data of NOAA SWPC; not a service of NOAA'],
  },
}

function requiredHeader(description: string, schema: Json): Json {
  return { description, required: true, schema }
}

function constant(value: string): Json {
  return { type: 'string', const: value, examples: [value] }
}
