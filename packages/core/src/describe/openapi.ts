import type { Endpoint } from '#declare/endpoint'
import { type Json, OpenApiComponents } from '#describe/openapi-components'
import { operationOf } from '#describe/openapi-operation'

/** The OpenAPI 3.1 description of a table of endpoints: every path, parameter, status, header and error code. */
export function openApiOf(endpoints: readonly Endpoint[]): Json {
  const components = new OpenApiComponents()
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const { path, method } = endpoint
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(endpoint, components) }
  }
  const tags = [...new Set(endpoints.map(({ tag }) => tag))]
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url: '/', description: 'The deployment that serves this document' }],
    tags: tags.map((name) => ({ name, description: TAGS[name] ?? name })),
    paths,
    components: { securitySchemes: SECURITY_SCHEMES, ...components.toJson() },
  }
}

const INFO = {
  title: 'Space-Data',
  version: '0.1.0',
  summary: 'Public space-data records over HTTP: read-only, cached, with self-issued keys.',
  description: `Space weather, launches, events, orbital elements, TLE groups and the debris density of orbital shells.

- **Keys**: paths that need one take it as \`Authorization: Bearer <API_KEY>\` or as \`x-api-key: <API_KEY>\`; sending
  both is no error. \`POST /v1/keys\` issues a free one. Requests count by account and UTC day, whatever the cache did;
  304 and 5xx are given back. Paths without a key are limited per network, \`/status\` and \`/openapi.json\` are not.
- **Envelope**: JSON answers with data hold \`source\`, \`fetched_at\`, \`valid_until\` and \`data\`, and are stale
  after \`valid_until\`.
- **Failures** are 4xx or 5xx with \`{error, message}\`, and \`retry_after_seconds\` when they are 429. What is no path
  of this document is 404 \`not_found\`.
- **HEAD** answers like GET, without the body. **OPTIONS** answers 204 on every path, without key and quota, with
  \`Allow\`, \`Access-Control-Allow-Methods\`, \`Access-Control-Allow-Headers\` and \`Access-Control-Max-Age\`.
- **Parameters**: unknown ones in the query are ignored; a bad value of a known one is 400 \`invalid_parameter\`.`,
  license: { name: 'MIT', identifier: 'MIT' },
  contact: { name: 'The operator of this instance' },
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

const SECURITY_SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer', description: '`Authorization: Bearer <API_KEY>`' },
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: '`x-api-key: <API_KEY>`' },
}
