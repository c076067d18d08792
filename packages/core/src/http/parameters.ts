import * as v from 'valibot'
import type { Endpoint, Parameters } from '#declare/endpoint'
import type { Match } from '#http/router'
import { Problem } from '#problem'

type Params = Readonly<Record<string, unknown>>

const NONE = {}

/** The parameters of a request, checked once for each match. */
export function paramsOf(endpoint: Endpoint, match: Match): Params {
  if (isEmpty(endpoint.pathParameters) && isEmpty(endpoint.queryParameters)) return NONE
  if (match.checked?.endpoint !== endpoint) {
    match.checked = { endpoint, params: readParameters(endpoint, match) }
  }
  return match.checked.params
}

/** `Object.keys` would make a list for every request. */
function isEmpty(parameters: Parameters): boolean {
  for (const _ in parameters) return false
  return true
}

/**
 * Checks an endpoint's declared parameters; others are ignored; a bad value is `invalid_parameter`. A path is taken as it
 * was sent: each thing has one spelling, so no percent sign stands for anything.
 */
function readParameters({ pathParameters, queryParameters }: Endpoint, { rawParams, query }: Match): Params {
  const names = Object.keys(pathParameters)
  const queryNames = Object.keys(queryParameters)
  const params: Record<string, unknown> = {}
  for (const name of names) params[name] = check(pathParameters, name, rawParams[name])
  if (queryNames.length > 0) {
    const given = new URLSearchParams(query)
    for (const name of queryNames) {
      const values = given.getAll(name)
      params[name] = check(queryParameters, name, values.length > 1 ? values : values[0])
    }
  }
  return params
}

function check(schemas: Parameters, name: string, value: string | readonly string[] | undefined): unknown {
  const schema = schemas[name] as v.GenericSchema
  const result = v.safeParse(schema, value)
  if (!result.success) throw refusal(name, v.getDescription(schema))
  return result.output
}

/** Names the parameter as we declare it and says what it is; never repeats what was sent. */
function refusal(name: string, description: string | undefined): Problem {
  const expected = description ? `: ${description}` : ''
  return new Problem('invalid_parameter', { message: `The parameter ${name} is not valid${expected}.` })
}
