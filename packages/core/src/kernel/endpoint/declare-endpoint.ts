import type { Context, Endpoint } from '#kernel/endpoint/endpoint'

type Defaulted = 'method' | 'upstreams' | 'pathParameters' | 'queryParameters' | 'problems'

/** Declaration of an endpoint, in which fields with a default are optional. */
type Declaration<In extends Context> = Omit<Endpoint<In>, Defaulted> & Partial<Pick<Endpoint, Defaulted>>

/** Declares an endpoint. By default, it is a GET without feeds, parameters and errors of its own. */
export function declareEndpoint<In extends Context = Context>(declaration: Declaration<In>): Endpoint<In> {
  return {
    method: 'GET',
    upstreams: [],
    pathParameters: {},
    queryParameters: {},
    problems: [],
    ...declaration,
  }
}
