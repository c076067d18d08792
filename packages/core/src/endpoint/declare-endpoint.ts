import type { Endpoint } from '#endpoint/endpoint'

type Defaulted = 'method' | 'upstreams' | 'pathParameters' | 'queryParameters' | 'problems'

/** An endpoint as it is declared: with what it has, and most do not. */
type Declaration = Omit<Endpoint, Defaulted> & Partial<Pick<Endpoint, Defaulted>>

/** Declares an endpoint: a GET without feeds, parameters and errors of its own, unless it says so. */
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
