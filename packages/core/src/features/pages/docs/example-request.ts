import * as v from 'valibot'
import { type AnyEndpoint, type Parameters, requiredQuery } from '#kernel/endpoint/endpoint'

/**
 * Returns the path of an endpoint with example values of its required parameters, such as
 * `/v1/objects/25544`.
 */
export function examplePath(
  endpoint: Pick<AnyEndpoint, 'path' | 'pathParameters' | 'queryParameters' | 'exampleQuery'>,
): string {
  const { path, pathParameters, queryParameters, exampleQuery } = endpoint
  const exampleOf = (schemas: Parameters, name: string) => {
    const schema = schemas[name]
    return encodeURIComponent(String(schema && v.getExamples(schema).at(0))).replaceAll('%2C', ',')
  }
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) => exampleOf(pathParameters, name))
  if (exampleQuery !== undefined) return `${target}?${exampleQuery}`
  const query = requiredQuery(endpoint).map((name) => `${name}=${exampleOf(queryParameters, name)}`)
  return query.length > 0 ? `${target}?${query.join('&')}` : target
}

/** Returns the example of a JSON body from its schema; `undefined` for an endpoint without a body. */
export function exampleBody({ requestBody }: Pick<AnyEndpoint, 'requestBody'>): unknown {
  return typeof requestBody === 'object' ? v.getExamples(requestBody).at(0) : undefined
}
