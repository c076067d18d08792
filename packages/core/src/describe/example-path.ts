import * as v from 'valibot'
import type { Endpoint } from '#declare/endpoint'

/** The path of an endpoint with the examples of its declared parameters, such as `/v1/objects/25544`. */
export function examplePath({ path, pathParameters }: Pick<Endpoint, 'path' | 'pathParameters'>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const schema = pathParameters[name]
    return encodeURIComponent(String(schema && v.getExamples(schema).at(0)))
  })
}
