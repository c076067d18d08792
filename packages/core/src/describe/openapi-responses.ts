import type { GenericSchema } from 'valibot'
import { type Endpoint, isForOwnSite } from '#declare/endpoint'
import type { Json, OpenApiComponents } from '#describe/openapi-components'
import { isCounted, notModifiedHeaders, problemHeaders, successHeaders } from '#describe/openapi-headers'
import { nameOf } from '#describe/openapi-names'
import { bodySchemaOf } from '#describe/openapi-schema'
import { type ProblemCode, problems } from '#problem'

/** The answers of an endpoint by status. */
export function responsesOf(endpoint: Endpoint, components: OpenApiComponents): Record<string, Json> {
  const { success, ttlMs } = endpoint
  const content = Object.entries(success.content).map(([type, schema]) => [
    type,
    mediaTypeOf(type, schema, endpoint, components),
  ])
  return {
    [success.status]: {
      description: success.description,
      headers: successHeaders(endpoint, components),
      ...(content.length > 0 && { content: Object.fromEntries(content) }),
    },
    ...(ttlMs !== undefined && { 304: notModified(endpoint, components) }),
    ...Object.fromEntries(
      [...byStatus(endpoint)].map(([status, codes]) => [
        status,
        problemResponse(status, codes, endpoint, components),
      ]),
    ),
  }
}

function mediaTypeOf(
  type: string,
  schema: GenericSchema | null,
  endpoint: Endpoint,
  components: OpenApiComponents,
): Json {
  if (schema) return { schema: bodySchemaOf(schema, components) }
  const { description } = endpoint.success
  const example = TEXTS[type]
  return { schema: { ...(example && { type: 'string', examples: [example] }), description } }
}

/** Bodies without a schema: what the text of a media type looks like; other types are bytes. */
const TEXTS: Record<string, string> = {
  'text/plain':
    'ISS (ZARYA)\n' +
    '1 25544U 98067A   26218.05391056  .00003997  00000+0  79690-4 0  9990\n' +
    '2 25544  51.6321  53.3065 0007216  17.1615 342.9616 15.49359774579487\n',
  'text/html': '<!doctype html><html lang="en">…</html>',
}

function notModified(endpoint: Endpoint, components: OpenApiComponents): Json {
  const response = {
    description: 'The copy that the client holds is current',
    headers: notModifiedHeaders(endpoint, components),
  }
  const { access, success } = endpoint
  if (success.headers) return response
  return components.share('responses', access === 'key' ? 'KeyedNotModified' : 'NotModified', response)
}

/** Every code an endpoint may answer with: its own, and those that follow from how it is declared. */
export function problemCodesOf(endpoint: Endpoint): ProblemCode[] {
  const { access, pathParameters, queryParameters } = endpoint
  const has = (parameters: object) => Object.keys(parameters).length > 0
  const codes: ProblemCode[] = ['method_not_allowed', 'internal_error', ...endpoint.problems]
  if (has(pathParameters) || has(queryParameters)) codes.push('invalid_parameter')
  if (access === 'key') codes.push('missing_key', 'invalid_key', 'expired_key')
  if (access !== 'open') codes.push('rate_limited', 'store_unavailable')
  if (isForOwnSite(endpoint)) codes.push('cross_site_refused')
  return Object.keys(problems).filter((code): code is ProblemCode => codes.includes(code as ProblemCode))
}

function byStatus(endpoint: Endpoint): Map<number, ProblemCode[]> {
  const groups = new Map<number, ProblemCode[]>()
  for (const code of problemCodesOf(endpoint)) {
    const { status } = problems[code]
    groups.set(status, [...(groups.get(status) ?? []), code])
  }
  return groups
}

/** One response per set of codes, named after them; those of a key's quota apart, for their headers. */
function problemResponse(
  status: number,
  codes: readonly ProblemCode[],
  endpoint: Endpoint,
  components: OpenApiComponents,
): Json {
  const kind = isForOwnSite(endpoint) ? 'OwnSite' : isCounted(status, endpoint) ? 'Keyed' : ''
  const name = kind + codes.map(nameOf).join('Or')
  return components.share('responses', name, {
    description: codes.map((code) => `\`${code}\`: ${problems[code].message}`).join(' '),
    headers: problemHeaders(status, codes, endpoint, components),
    content: { 'application/json': problemMediaType(status, codes, components) },
  })
}

function problemMediaType(
  status: number,
  codes: readonly ProblemCode[],
  components: OpenApiComponents,
): Json {
  const [error] = codes as [ProblemCode]
  const { message } = problems[error]
  const base = components.share('schemas', 'Problem', PROBLEM)
  const ours = status === 429 ? components.share('schemas', 'RateLimitProblem', rateLimitProblem(base)) : base
  return {
    schema: { allOf: [ours, { properties: { error: { enum: codes } } }], unevaluatedProperties: false },
    example: { error, message, ...(status === 429 && { retry_after_seconds: 43_120 }) },
  }
}

const PROBLEM = {
  type: 'object',
  description: 'A failure',
  required: ['error', 'message'],
  properties: {
    error: {
      type: 'string',
      enum: Object.keys(problems),
      description: 'Stable code of the failure',
      examples: ['invalid_key'],
    },
    message: {
      type: 'string',
      description: 'What went wrong, for people; the wording may change',
      examples: [problems.invalid_key.message],
    },
  },
}

function rateLimitProblem(problem: Json): Json {
  return {
    description: 'A failure that time cures',
    allOf: [problem],
    required: ['retry_after_seconds'],
    properties: {
      retry_after_seconds: {
        type: 'integer',
        minimum: 1,
        description: 'Number of seconds to wait',
        examples: [43_120],
      },
    },
  }
}
