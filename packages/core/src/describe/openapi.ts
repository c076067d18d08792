import { toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import type { Endpoint } from '#declare/endpoint'
import { headersOf, problemHeaders } from '#describe/openapi-headers'
import { type ProblemCode, problems } from '#problem'

type Json = { [key: string]: unknown }

/** The OpenAPI 3.1 description of a table of endpoints: every path, parameter, status, header and error code. */
export function openApiOf(endpoints: readonly Endpoint[]): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  const tags = [...new Set(endpoints.map(({ tag }) => tag))]
  return {
    openapi: '3.1.0',
    info: {
      title: 'Space-Data',
      version: '0.1.0',
      summary: 'Public space-data records over HTTP: read-only, cached, with self-issued keys.',
      description:
        'Space weather, launches, events, orbital elements, TLE groups and the debris density of orbital shells. ' +
        'HEAD answers like GET without a body; OPTIONS answers 204 on every path; an unknown path is 404 `not_found`; ' +
        'unknown query parameters are ignored.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The operator of this instance' },
    },
    servers: [{ url: '/', description: 'The deployment that serves this document' }],
    tags: tags.map((name) => ({ name, description: TAGS[name] ?? name })),
    paths,
    components: {
      schemas: { Problem: problemSchema(false), RateLimitProblem: problemSchema(true) },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'Authorization: Bearer <API_KEY>' },
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'x-api-key: <API_KEY>' },
      },
    },
  }
}

const TAGS: Record<string, string> = {
  'Space weather': 'Live measurements of the Sun and the solar wind, and the planetary K index',
  Launches: 'What will be launched next',
  Events: 'What happened on the Sun',
  Objects: 'Orbital elements of catalogued objects',
  Shells: 'Debris density of every 10 km orbital shell, computed nightly',
  TLE: 'Two-line element sets by group',
  Keys: 'Self-issued API keys',
  Reference: 'Tables that the data refer to',
  'Speed test': 'Measures the connection to this service',
  Service: 'The service about itself',
}

function operationOf(endpoint: Endpoint): Json {
  const { summary, description, tag, access, pathParameters, queryParameters, requestBody } = endpoint
  const parameters = [
    ...Object.entries(pathParameters).map(([name, schema]) => parameterOf(name, 'path', schema)),
    ...Object.entries(queryParameters).map(([name, schema]) => parameterOf(name, 'query', schema)),
  ]
  return {
    operationId: operationIdOf(endpoint),
    summary,
    description: description ?? summary,
    tags: [tag],
    security: access === 'key' ? [{ bearer: [] }, { apiKey: [] }] : [],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && {
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(requestBody) } } },
    }),
    responses: responsesOf(endpoint),
  }
}

/** `getV1SpaceWeatherKp`, from method and path. */
function operationIdOf({ method, path }: Endpoint): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter(Boolean)
  return method.toLowerCase() + words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('')
}

function parameterOf(name: string, place: 'path' | 'query', schema: GenericSchema): Json {
  const { description, ...rest } = schemaOf(schema)
  return { name, in: place, required: place === 'path', description, schema: rest }
}

function responsesOf(endpoint: Endpoint): Json {
  const { success } = endpoint
  const responses: Record<string, Json> = {
    [success.status]: {
      description: success.description,
      headers: headersOf(endpoint),
      ...(Object.keys(success.content).length > 0 && {
        content: Object.fromEntries(
          Object.entries(success.content).map(([type, schema]) => [
            type,
            { schema: schema ? schemaOf(schema) : TEXT },
          ]),
        ),
      }),
    },
  }
  if (endpoint.ttlMs !== undefined) {
    responses[304] = {
      description: 'The copy that the client holds is current',
      headers: headersOf(endpoint),
    }
  }
  for (const [status, codes] of byStatus(endpoint)) {
    responses[status] = {
      description: codes.map((code) => `\`${code}\`: ${problems[code].message}`).join(' '),
      headers: problemHeaders(endpoint, status),
      content: { 'application/json': { schema: problemRef(status, codes) } },
    }
  }
  return responses
}

const TEXT = { type: 'string', description: 'Bytes without a schema of their own' }

/** Every code an endpoint may answer with: its own, and those that follow from how it is declared. */
export function problemCodesOf(endpoint: Endpoint): ProblemCode[] {
  const { access, pathParameters, queryParameters } = endpoint
  const has = (parameters: object) => Object.keys(parameters).length > 0
  const codes: ProblemCode[] = ['method_not_allowed', 'internal_error', ...endpoint.problems]
  if (has(pathParameters) || has(queryParameters)) codes.push('invalid_parameter')
  if (access === 'key') codes.push('missing_key', 'invalid_key', 'expired_key')
  if (access !== 'open') codes.push('rate_limited', 'store_unavailable')
  return [...new Set(codes)]
}

function byStatus(endpoint: Endpoint): Map<number, ProblemCode[]> {
  const groups = new Map<number, ProblemCode[]>()
  for (const code of problemCodesOf(endpoint)) {
    const { status } = problems[code]
    groups.set(status, [...(groups.get(status) ?? []), code])
  }
  return new Map([...groups].sort(([a], [b]) => a - b))
}

function problemRef(status: number, codes: readonly ProblemCode[]): Json {
  const name = status === 429 ? 'RateLimitProblem' : 'Problem'
  return { allOf: [{ $ref: `#/components/schemas/${name}` }, { properties: { error: { enum: codes } } }] }
}

function problemSchema(limited: boolean): Json {
  return {
    type: 'object',
    description: limited ? 'A failure that time cures' : 'A failure',
    required: ['error', 'message', ...(limited ? ['retry_after_seconds'] : [])],
    properties: {
      error: {
        type: 'string',
        enum: Object.keys(problems),
        description: 'Stable code of the failure',
        examples: [limited ? 'rate_limited' : 'invalid_key'],
      },
      message: {
        type: 'string',
        description: 'What went wrong, for people',
        examples: [limited ? problems.rate_limited.message : problems.invalid_key.message],
      },
      ...(limited && {
        retry_after_seconds: {
          type: 'integer',
          minimum: 1,
          description: 'Number of seconds to wait',
          examples: [43_120],
        },
      }),
    },
  }
}

function schemaOf(schema: GenericSchema): Json {
  const { $schema: _, ...json } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'output',
    errorMode: 'throw',
    ignoreActions: ['finite'],
  }) as Json
  return json
}
