import type { GenericSchema } from 'valibot'
import type { Json, OpenApiComponents } from '#features/reference/openapi/components'
import {
  hasPage,
  isCounted,
  notModifiedHeaders,
  problemHeaders,
  successHeaders,
} from '#features/reference/openapi/headers'
import { toPascalCase } from '#features/reference/openapi/pascal-case'
import { createBodySchema, createSchema } from '#features/reference/openapi/schema'
import { type Endpoint, isForOwnSite, takesKey } from '#kernel/endpoint/endpoint'
import { type ProblemName, type ProblemType, problems, problemType } from '#kernel/kit/problem'

/** Creates the responses of an endpoint, by status. */
export function createResponses(endpoint: Endpoint, components: OpenApiComponents): Record<string, Json> {
  const { success, ttlMs } = endpoint
  const content = Object.entries(success.content).map(([type, schema]) => [
    type,
    createMediaType(type, schema, endpoint, components),
  ])
  return {
    [success.status]: {
      description: success.description,
      headers: successHeaders(endpoint, components),
      ...(content.length > 0 && { content: Object.fromEntries(content) }),
    },
    ...(ttlMs !== undefined && { 304: createNotModified(endpoint, components) }),
    ...Object.fromEntries(
      [...groupByStatus(endpoint, components)].map(([status, types]) => [
        status,
        createProblemResponse(status, types, endpoint, components),
      ]),
    ),
    ...createOwnRefusals(endpoint, components),
  }
}

/**
 * Creates the error responses in the endpoint's own format; in both formats if the host may also reject the
 * request.
 */
function createOwnRefusals(endpoint: Endpoint, components: OpenApiComponents): Record<string, Json> {
  const { refusals } = endpoint
  if (!refusals) return {}
  const own = createSchema(refusals.body, components)
  const groups = groupByStatus(endpoint, components)
  return Object.fromEntries(
    Object.entries(refusals.statuses).map(([key, meaning]) => {
      const status = Number(key)
      const types = groups.get(status) ?? []
      const problem = types.length > 0 && createProblemMediaType(status, types, components)
      const either = problem && {
        description: 'An error of this endpoint, or a failure before the endpoint',
        anyOf: [own, problem['schema']],
      }
      const content = refusals.type
        ? { [refusals.type]: { schema: own }, ...(problem && { 'application/json': problem }) }
        : { 'application/json': { schema: either || own } }
      const response = {
        description: [meaning, ...types.map(describeProblem)].join(' '),
        headers: problemHeaders(status, types, endpoint, components),
        content,
      }
      return [status, response]
    }),
  )
}

function createMediaType(
  type: string,
  schema: GenericSchema | null,
  endpoint: Endpoint,
  components: OpenApiComponents,
): Json {
  if (schema) return { schema: createBodySchema(schema, components) }
  const { description } = endpoint.success
  const example = TEXT_EXAMPLES[type]
  // There are examples for built-in endpoints, which are all published.
  const examples = endpoint.publication && { examples: [example] }
  return { schema: { ...(example && { type: 'string', ...examples }), description } }
}

const PAGE = '<!doctype html><html lang="en">…</html>'

/** Example bodies of the text types; other bodies without a schema are bytes. */
const TEXT_EXAMPLES: Record<string, string> = {
  'text/plain':
    'ISS (ZARYA)\n' +
    '1 25544U 98067A   26218.05391056  .00003997  00000+0  79690-4 0  9990\n' +
    '2 25544  51.6321  53.3065 0007216  17.1615 342.9616 15.49359774579487\n',
  'text/csv':
    'OBJECT_NAME,OBJECT_ID,EPOCH,MEAN_MOTION,…\nISS (ZARYA),1998-067A,2026-08-06T01:17:37.872384,…\n',
  'application/xml': '<?xml version="1.0" encoding="UTF-8"?>\n<ndm>…</ndm>\n',
  'text/html': PAGE,
  'text/javascript': "'use strict'; …",
  'image/svg+xml': '<svg xmlns="http://www.w3.org/2000/svg">…</svg>',
}

function createNotModified(endpoint: Endpoint, components: OpenApiComponents): Json {
  const response = {
    description: 'The cached copy of the client is still current',
    headers: notModifiedHeaders(endpoint, components),
  }
  const { headers, optionalHeaders } = endpoint.success
  const own = Object.keys({ ...headers, ...optionalHeaders })
    .map(toPascalCase)
    .join('')
  const kind = quotaPrefix(endpoint) + lifecyclePrefix(endpoint)
  return components.share('responses', `${kind}${own}NotModified`, response)
}

function quotaPrefix({ access }: Endpoint): string {
  return { key: 'Keyed', optional_key: 'OptionallyKeyed' }[access as string] ?? ''
}

function lifecyclePrefix({ publication }: Endpoint): string {
  return publication?.deprecation ? 'Deprecated' : ''
}

/** Returns every error of an endpoint, in the order of a table: its own, and those implied by its declaration. */
export function listProblems(endpoint: Endpoint, table: readonly ProblemType[]): ProblemType[] {
  const { access, pathParameters, queryParameters, refusals, isIncludedIn } = endpoint
  const has = (parameters: object) => Object.keys(parameters).length > 0
  const names: ProblemName[] = ['method_not_allowed', 'internal_error', ...endpoint.problems]
  if (has(pathParameters) || (has(queryParameters) && !refusals)) names.push('invalid_parameter')
  if (takesKey(access)) names.push('missing_key', 'invalid_key', 'expired_key', 'key_restricted')
  if (isIncludedIn) names.push('tier_required')
  if (access !== 'open') names.push('rate_limited', 'store_unavailable')
  if (isForOwnSite(endpoint)) names.push('cross_site_refused')
  if (endpoint.publication?.deprecation?.sunset !== undefined) names.push('gone')
  const codes = new Set(names.map((name) => problemType(name).code))
  return table.filter(({ code }) => codes.has(code))
}

function groupByStatus(
  endpoint: Endpoint,
  { problems: table }: OpenApiComponents,
): Map<number, ProblemType[]> {
  const groups = new Map<number, ProblemType[]>()
  for (const type of listProblems(endpoint, table))
    groups.set(type.status, [...(groups.get(type.status) ?? []), type])
  return groups
}

/**
 * Creates the response for a set of codes, named after them. Variants with different headers, such as quota
 * headers, have a prefix.
 */
function createProblemResponse(
  status: number,
  types: readonly ProblemType[],
  endpoint: Endpoint,
  components: OpenApiComponents,
): Json {
  // Its own 429 has another remainder of the quota than the 429 of the quota.
  const isOwnLimit = status === 429 && endpoint.problems.includes('rate_limited')
  const counted = quotaPrefix(endpoint) + (isOwnLimit ? 'Own' : '')
  const kind = isForOwnSite(endpoint) ? 'OwnSite' : isCounted(status, endpoint) ? counted : ''
  const page = hasPage(endpoint) ? 'Page' : ''
  const name =
    page +
    kind +
    (status === 405 ? '' : lifecyclePrefix(endpoint)) +
    types.map(({ code }) => toPascalCase(code)).join('Or')
  return components.share('responses', name, {
    description: types.map(describeProblem).join(' '),
    headers: problemHeaders(status, types, endpoint, components),
    content: {
      'application/json': createProblemMediaType(status, types, components),
      ...(hasPage(endpoint) && { 'text/html': ERROR_PAGE }),
    },
  })
}

function describeProblem({ code, message }: ProblemType): string {
  return `\`${code}\`: ${message}`
}

function createProblemMediaType(
  status: number,
  types: readonly ProblemType[],
  components: OpenApiComponents,
): Json {
  const [{ code: error, message }] = types as [ProblemType]
  const base = components.share('schemas', 'Problem', problemSchema(components))
  const schema =
    status === 429 ? components.share('schemas', 'RateLimitProblem', createRateLimitProblem(base)) : base
  return {
    schema: {
      allOf: [schema, { properties: { error: { enum: types.map(({ code }) => code) } } }],
      unevaluatedProperties: false,
    },
    example: { error, message, ...(status === 429 && { retry_after_seconds: 43_120 }) },
  }
}

const ERROR_PAGE = {
  schema: { type: 'string', description: 'The error as a page', examples: [PAGE] },
}

const problemSchema = ({ problems: table }: OpenApiComponents) => ({
  type: 'object',
  description: 'An error',
  required: ['error', 'message'],
  properties: {
    error: {
      type: 'string',
      enum: table.map(({ code }) => code),
      description: 'Stable error code',
      examples: ['invalid_key'],
    },
    message: {
      type: 'string',
      description: 'Human-readable message; the wording may change',
      examples: [problems.invalid_key.message],
    },
  },
})

function createRateLimitProblem(problem: Json): Json {
  return {
    description: 'An exceeded limit; retry later',
    allOf: [problem],
    required: ['retry_after_seconds'],
    properties: {
      retry_after_seconds: {
        type: 'integer',
        minimum: 1,
        description: 'Seconds to wait before retrying',
        examples: [43_120],
      },
    },
  }
}
