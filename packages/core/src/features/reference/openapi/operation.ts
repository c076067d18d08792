import type { GenericSchema } from 'valibot'
import * as v from 'valibot'
import type { Json, OpenApiComponents } from '#features/reference/openapi/components'
import { createResponses } from '#features/reference/openapi/responses'
import { createSchema } from '#features/reference/openapi/schema'
import { type Endpoint, takesKey } from '#kernel/endpoint/endpoint'

const KEYS = [{ bearer: [] }, { apiKey: [] }]

/** Creates the operation object of an endpoint; stores shared parts in `components`. */
export function createOperation(endpoint: Endpoint, components: OpenApiComponents): Json {
  const { operationId, summary, tag, access, requestBody, takesTicket } = endpoint
  const parameters = createParameters(endpoint, components)
  return {
    operationId,
    summary,
    description: describeOperation(endpoint),
    tags: [tag],
    security: takesKey(access)
      ? [...KEYS, ...(takesTicket ? [{ ticket: [] }] : []), ...(access === 'key' ? [] : [{}])]
      : [],
    ...lifecycleFields(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody: createRequestBody(requestBody, components) }),
    responses: createResponses(endpoint, components),
  }
}

function describeOperation({ summary, description = `${summary}.`, ttlMs, publication }: Endpoint): string {
  const validity = ttlMs === undefined ? '' : ` Valid for ${formatDuration(ttlMs)}.`
  const { from, sunset, successor } = publication?.deprecation ?? {}
  if (from === undefined) return description + validity
  const removal = sunset === undefined ? '' : `, removed on ${sunset}`
  const replacement = successor === undefined ? '' : `: use \`${successor}\``
  return `${description}${validity} Deprecated from ${from}${removal}${replacement}.`
}

/** `x-sunset` is a date, as oasdiff expects. */
function lifecycleFields({ publication }: Endpoint): Json {
  if (!publication) return {}
  const { since, deprecation } = publication
  return {
    'x-since': since.version,
    ...(deprecation && { deprecated: true }),
    ...(deprecation?.sunset !== undefined && { 'x-sunset': deprecation.sunset }),
  }
}

function formatDuration(ms: number): string {
  if (ms < 60_000) return `${ms / 1_000} s`
  return ms < 3_600_000 ? `${ms / 60_000} min` : `${ms / 3_600_000} h`
}

function createParameters(endpoint: Endpoint, components: OpenApiComponents): Json[] {
  const { pathParameters, queryParameters, requestHeaders = {}, ttlMs } = endpoint
  return [
    ...Object.entries(pathParameters).map(([name, schema]) =>
      createParameter(name, 'path', schema, components),
    ),
    ...Object.entries(queryParameters).map(([name, schema]) =>
      createParameter(name, 'query', schema, components),
    ),
    ...Object.entries(requestHeaders).map(([name, schema]) =>
      createParameter(name, 'header', schema, components),
    ),
    ...(ttlMs === undefined ? [] : [components.share('parameters', 'If-None-Match', IF_NONE_MATCH)]),
  ]
}

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'ETag of the cached copy; the response is 304 if that is still current',
  schema: { type: 'string', examples: ['"kZ0bYc1Vn3wQ2tRr8sUv5xYz"'] },
}

function createParameter(
  name: string,
  place: 'path' | 'query' | 'header',
  declared: GenericSchema,
  components: OpenApiComponents,
): Json {
  const { description, ...rest } = createSchema(declared, components)
  const isInt32 = rest['type'] === 'integer' && Number(rest['maximum']) < 2 ** 31
  return {
    name,
    in: place,
    required: place === 'path' || (place === 'query' && !v.is(declared, undefined)),
    description,
    schema: { ...rest, ...(isInt32 && { format: 'int32' }) },
  }
}

function createRequestBody(
  requestBody: NonNullable<Endpoint['requestBody']>,
  components: OpenApiComponents,
): Json {
  if (requestBody === 'bytes') {
    const description = 'Any bytes; a body that is too large is rejected with 413'
    return { description, required: false, content: { '*/*': { schema: { description } } } }
  }
  const description = 'JSON in UTF-8; unknown fields are ignored'
  const schema = createSchema(requestBody, components)
  return { description, required: true, content: { 'application/json': { schema } } }
}
