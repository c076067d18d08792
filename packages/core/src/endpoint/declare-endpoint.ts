import type { Endpoint } from '#endpoint/endpoint'

type Defaulted = 'method' | 'upstreams' | 'pathParameters' | 'queryParameters' | 'problems'

/** Declaration of an endpoint, in which fields with a default are optional. */
type Declaration = Omit<Endpoint, Defaulted> & Partial<Pick<Endpoint, Defaulted>>

/** Declares an endpoint. By default, it is a GET without feeds, parameters and errors of its own. */
export function declareEndpoint(declaration: Declaration): Endpoint {
  return {
    method: 'GET',
    upstreams: [],
    pathParameters: {},
    queryParameters: {},
    problems: [],
    ...declaration,
  }
}
