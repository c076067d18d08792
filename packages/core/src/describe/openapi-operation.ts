import type { GenericSchema } from 'valibot'
import type { Endpoint } from '#declare/endpoint'
import type { Json, OpenApiComponents } from '#describe/openapi-components'
import { nameOf } from '#describe/openapi-names'
import { responsesOf } from '#describe/openapi-responses'
import { schemaOf } from '#describe/openapi-schema'

/** The operation of one endpoint; what it shares with others goes into the components. */
export function operationOf(endpoint: Endpoint, components: OpenApiComponents): Json {
  const { method, path, summary, tag, access } = endpoint
  const parameters = parametersOf(endpoint, components)
  return {
    operationId: method.toLowerCase() + (nameOf(path) || 'Index'),
    summary,
    description: descriptionOf(endpoint),
    tags: [tag],
    security: access === 'key' ? [{ bearer: [] }, { apiKey: [] }] : [],
    ...(parameters.length > 0 && { parameters }),
    ...(method === 'POST' && { requestBody: requestBodyOf(endpoint) }),
    responses: responsesOf(endpoint, components),
  }
}

function descriptionOf({ summary, description = `${summary}.`, ttlMs }: Endpoint): string {
  return ttlMs === undefined ? description : `${description} Valid for ${durationOf(ttlMs)}.`
}

function durationOf(ms: number): string {
  if (ms < 60_000) return `${ms / 1_000} s`
  return ms < 3_600_000 ? `${ms / 60_000} min` : `${ms / 3_600_000} h`
}

function parametersOf(endpoint: Endpoint, components: OpenApiComponents): Json[] {
  const { pathParameters, queryParameters, ttlMs } = endpoint
  return [
    ...Object.entries(pathParameters).map(([name, schema]) => parameterOf(name, 'path', schema)),
    ...Object.entries(queryParameters).map(([name, schema]) => parameterOf(name, 'query', schema)),
    ...(ttlMs === undefined ? [] : [components.share('parameters', 'If-None-Match', IF_NONE_MATCH)]),
  ]
}

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of the copy that the client holds: 304 when it is current',
  schema: { type: 'string', examples: ['"kZ0bYc1Vn3wQ2tRr8sUv5xYz"'] },
}

function parameterOf(name: string, place: 'path' | 'query', schema: GenericSchema): Json {
  const { description, ...rest } = schemaOf(schema)
  const isInt32 = rest['type'] === 'integer' && Number(rest['maximum']) < 2 ** 31
  return {
    name,
    in: place,
    required: place === 'path',
    description,
    schema: { ...rest, ...(isInt32 && { format: 'int32' }) },
  }
}

/** A POST without a schema of its own takes bytes of any type, or none. */
function requestBodyOf({ requestBody }: Endpoint): Json {
  if (!requestBody) {
    const description = 'Any bytes; more than the path accepts is 413'
    return { description, required: false, content: { '*/*': { schema: { description } } } }
  }
  const description = 'JSON in UTF-8; unknown fields are ignored'
  return { description, required: true, content: { 'application/json': { schema: schemaOf(requestBody) } } }
}
