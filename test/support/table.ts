import * as v from 'valibot'
import { shellProblems } from '../../packages/core/src/features/debris/problems.ts'
import { createOpenApi } from '../../packages/core/src/features/reference/openapi/document.ts'
import { type Endpoint, requiredQuery } from '../../packages/core/src/kernel/endpoint/endpoint.ts'
import { feedsOf } from '../../packages/core/src/kernel/endpoint/endpoint-feeds.ts'
import { allEndpoints, testContext } from './context.ts'

export const endpoints = allEndpoints(testContext().settings)

/** The document of all endpoints, made anew at each call. */
export const describeAll = () => createOpenApi(endpoints)

/** Every feed, as `/status` lists them. */
export const feeds = feedsOf(endpoints)

/**
 * A URL path of an endpoint with the examples of its declared parameters: a new endpoint is tested by
 * existing.
 */
export function examplePath(endpoint: Endpoint): string {
  const { path, pathParameters, queryParameters, exampleQuery } = endpoint
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    String(exampleOf(pathParameters[name], `${path} ${name}`)),
  )
  if (exampleQuery !== undefined) return `${target}?${exampleQuery}`
  const query = requiredQuery(endpoint).map(
    (name) => `${name}=${exampleOf(queryParameters[name], `${path} ${name}`)}`,
  )
  return query.length > 0 ? `${target}?${query.join('&')}` : target
}

function exampleOf(schema: v.GenericSchema | undefined, what: string): unknown {
  const example: unknown = schema && v.getExamples(schema).at(0)
  if (example === undefined) throw new Error(`${what}: a required parameter needs an example`)
  return example
}

/** Endpoints that answer the envelope from a snapshot. */
export const cachedEndpoints = endpoints.filter(({ ttlMs }) => ttlMs !== undefined)
export const keyedEndpoints = endpoints.filter(({ access }) => access === 'key')
/** Returns the endpoints that need no key where the operator allows it. */
export const optionalEndpoints = () =>
  allEndpoints(testContext({ anonymous: 100 }).settings).filter(({ access }) => access === 'optional_key')
/** Those of the cached ones that respond without a run of the shells, or nights whose catalogues are kept. */
export const answeringAtOnce = cachedEndpoints.filter(
  ({ path, tag, problems }) =>
    tag !== 'Shells' &&
    !problems.includes(shellProblems.shell_not_populated) &&
    path !== '/v1/objects/{norad_id}/history',
)
