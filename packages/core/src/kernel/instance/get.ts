import type { Context, Endpoint } from '#endpoint/endpoint'
import { servedIn } from '#endpoint/envelope'
import { readSnapshot } from '#endpoint/read-data'
import type { Served } from '#endpoint/representation'
import { checkParameters } from '#http/parameters'
import { toProblem } from '#http/problem-response'
import { Problem } from '#kit/problem'

/** Parameters of a path and its query, by name. */
export type GetParameters = Readonly<Record<string, string | number>>

/**
 * Reads a path and returns its payload, which the caller may modify.
 *
 * @throws Problem with the code of the response
 */
export async function get(
  endpoints: readonly Endpoint[],
  path: string,
  params: GetParameters,
  context: Context,
): Promise<Served<unknown>> {
  const given = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))
  try {
    const endpoint = endpoints.find((each) => each.path === path && each.method === 'GET')
    if (!endpoint) throw new Problem('not_found')
    const checked = checkParameters(endpoint, given, new URLSearchParams(given))
    return structuredClone(servedIn((await readSnapshot(endpoint, { context }, checked)).value))
  } catch (error) {
    throw toProblem(error, context.onError)
  }
}
