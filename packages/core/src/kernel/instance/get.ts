import type { Context, Endpoint } from '#kernel/endpoint/endpoint'
import { servedIn } from '#kernel/endpoint/envelope'
import { readSnapshot } from '#kernel/endpoint/read-data'
import type { Served } from '#kernel/endpoint/representation'
import { checkParameters } from '#kernel/http/parameters'
import { toProblem } from '#kernel/http/problem-response'
import { Problem } from '#kernel/kit/problem'

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
