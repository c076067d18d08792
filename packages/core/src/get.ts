import { Problem, type ProblemCode, problems } from '#problem'

/** Parameters of a path and its query, by name. */
export type GetParameters = Readonly<Record<string, string | number>>

/** A payload with its provenance; instants are ISO 8601 UTC. */
export interface Served<Data> {
  readonly data: Data
  readonly source: string
  readonly fetchedAt: string
  readonly validUntil: string
}

/** The body of a response, in the names of the wire. */
interface Body {
  readonly data: unknown
  readonly source: string
  readonly fetched_at: string
  readonly valid_until: string
  readonly error: ProblemCode
  readonly message: string
}

/**
 * Reads a path through `handle` and returns its payload.
 *
 * @throws Problem with the code of the response
 */
export async function get(
  path: string,
  params: GetParameters,
  handle: (request: Request) => Promise<Response>,
): Promise<Served<unknown>> {
  const query = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = query.get(name) ?? ''
    query.delete(name)
    return encodeURIComponent(value)
  })
  const target = query.size > 0 ? `${filled}?${query}` : filled
  const headers = { accept: 'application/json' }
  const response = await handle(new Request(`http://localhost${target}`, { headers }))
  const body = (await response.json()) as Body
  if (response.ok) {
    const { data, source, fetched_at: fetchedAt, valid_until: validUntil } = body
    return { data, source, fetchedAt, validUntil }
  }
  const { error, message } = body
  const retryAfter = response.headers.get('retry-after')
  throw new Problem(error in problems ? error : 'internal_error', {
    message,
    ...(retryAfter !== null && { retryAfterSeconds: Number(retryAfter) }),
  })
}
