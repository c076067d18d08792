import type { TypedEndpoint } from '#kernel/endpoint/data-endpoint'
import type { Context, Endpoint, EndpointCall } from '#kernel/endpoint/endpoint'
import { servedIn } from '#kernel/endpoint/envelope'
import type { RawRequest } from '#kernel/endpoint/http-message'
import type { Representation, Served } from '#kernel/endpoint/representation'
import { Problem } from '#kernel/kit/problem'
import type { Snapshot } from '#kernel/storage/cache/snapshot'
import { isStoreFailure } from '#kernel/storage/store-failure'

/** On whose behalf an endpoint is read: by this process, or for a call. */
export type Reader<In extends Context = Context> = Pick<EndpointCall<In>, 'context'> &
  Partial<Omit<EndpointCall, 'context' | 'params' | 'now'>>

/**
 * Reads the payload of an endpoint as this instance serves it, with checked parameters. All readers share it. It
 * reads in the same way as a client's request, through the cache and the store, and therefore within the
 * providers' budgets. A mirror reads its copies.
 *
 * @throws The Problems that clients receive.
 */
export async function read<Data>(
  { path }: TypedEndpoint<string, Data, never>,
  reader: Reader,
  params: EndpointCall['params'] = {},
): Promise<Served<Data>> {
  const endpoint = reader.context.table.find(path)
  return servedIn((await readSnapshot(endpoint, reader, params)).value)
}

/** Reads the response of an endpoint of this instance as `read` does, as bytes with the time of their validity. */
export async function readSnapshot(
  endpoint: Endpoint,
  reader: Reader,
  params: EndpointCall['params'] = {},
): Promise<Snapshot<Representation>> {
  const request = reader.request ?? ownRequest(endpoint.path)
  const call = { ...reader, params, request, now: reader.context.now(), isOfClient: false }
  const reply = await endpoint.respond(call)
  if ('snapshot' in reply) return reply.snapshot
  throw new TypeError(`${endpoint.path} is not a snapshot`)
}

/** Returns `undefined` if reading fails with a Problem that clients may receive; rethrows any other error. */
export async function readOrNothing<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    const isOurs = !(error instanceof Problem) || error.status === 500 || isStoreFailure(error)
    if (isOurs) throw error
    return undefined
  }
}

/** Returns a request by this process for the data of a path. */
export function ownRequest(target: string): RawRequest {
  const header = (name: string) => (name === 'accept' ? 'application/json' : null)
  return { method: 'GET', target, header, waitUntil: () => {} }
}
