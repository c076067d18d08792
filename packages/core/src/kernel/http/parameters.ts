import * as v from 'valibot'
import type { Endpoint, Parameters } from '#kernel/endpoint/endpoint'
import { expectedOf } from '#kernel/endpoint/schemas'
import type { Match } from '#kernel/http/router'
import { Problem } from '#kernel/kit/problem'

type Params = Readonly<Record<string, unknown>>

/**
 * Checks the parameters that an endpoint declares, once per match, and ignores all others. Path parameters
 * are not percent-decoded, so that each resource has one spelling. An endpoint with its own error format
 * checks its query itself.
 * @throws Problem `invalid_parameter`
 */
export function parseParameters(endpoint: Endpoint, match: Match): Params {
  if (match.checked?.endpoint === endpoint) return match.checked.params
  const params = checkParameters(endpoint, match.rawParams, match.query)
  match.checked = { endpoint, params }
  return params
}

/**
 * Adds the `format` that `Accept` stands for, unless the request has the parameter.
 * @throws Problem `not_acceptable`
 */
export function withFormat({ formatOf }: Endpoint, params: Params, accept: string | null): Params {
  const format = params['format'] === undefined ? formatOf?.(accept) : undefined
  return format === undefined ? params : { ...params, format }
}

/**
 * Checks the parameters of a path and of its query, which are given as text.
 * @throws Problem `invalid_parameter`
 */
export function checkParameters(
  { pathParameters, queryParameters, refusals }: Endpoint,
  rawParams: Match['rawParams'],
  query: string | URLSearchParams,
): Params {
  const params: Record<string, unknown> = {}
  for (const name of Object.keys(pathParameters)) params[name] = check(pathParameters, name, rawParams[name])
  const queryNames = refusals ? [] : Object.keys(queryParameters)
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
  if (!result.success) throw invalidParameter(name, expectedOf(schema))
  return result.output
}

/** Quotes the expected value, never the value that was sent. */
function invalidParameter(name: string, format: string): Problem {
  const expected = format && `: expected ${format}`
  return new Problem('invalid_parameter', { message: `Invalid ${name}${expected}.` })
}
