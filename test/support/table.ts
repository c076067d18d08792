import * as v from 'valibot'
import type { Endpoint } from '../../packages/core/src/declare/endpoint.ts'
import { endpointsOf } from '../../packages/core/src/endpoints/index.ts'

export const endpoints = endpointsOf()

/** A URL path of an endpoint with the examples of its declared parameters: a new endpoint is tested by existing. */
export function examplePath({ path, pathParameters }: Endpoint): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) =>
    String(exampleOf(pathParameters[name], `${path} ${name}`)),
  )
}

function exampleOf(schema: v.GenericSchema | undefined, what: string): unknown {
  const example: unknown = schema && v.getExamples(schema).at(0)
  if (example === undefined) throw new Error(`${what}: a path parameter needs an example`)
  return example
}

/** Endpoints that answer the envelope from a snapshot. */
export const cachedEndpoints = endpoints.filter(({ ttlMs }) => ttlMs !== undefined)
export const keyedEndpoints = endpoints.filter(({ access }) => access === 'key')
