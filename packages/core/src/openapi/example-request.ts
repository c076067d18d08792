import * as v from 'valibot'
import type { Endpoint } from '#declare/endpoint'

/** Returns the path of an endpoint with example values of its parameters, such as `/v1/objects/25544`. */
export function examplePath({ path, pathParameters }: Pick<Endpoint, 'path' | 'pathParameters'>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const schema = pathParameters[name]
    return encodeURIComponent(String(schema && v.getExamples(schema).at(0)))
  })
}

/** Returns the example of a JSON body, as its schema has it; `undefined` for an endpoint that takes none. */
export function exampleBody({ requestBody }: Pick<Endpoint, 'requestBody'>): unknown {
  return typeof requestBody === 'object' ? v.getExamples(requestBody).at(0) : undefined
}
