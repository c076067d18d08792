import type { Endpoint, EndpointCall } from '#endpoint/endpoint'
import { Problem } from '#kit/problem'

/**
 * Loads the newest value of a path if it is due, which records the rows of its feed.
 *
 * @returns End of its validity, in epoch milliseconds; `undefined` if it is unavailable.
 */
export async function recordNewest(
  endpoint: Pick<Endpoint, 'respond'>,
  call: EndpointCall,
): Promise<number | undefined> {
  try {
    const reply = await endpoint.respond({ ...call, params: {}, now: call.context.now() })
    return 'snapshot' in reply ? reply.snapshot.validUntil : undefined
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}
