import type { GenericSchema, InferOutput } from 'valibot'
import type { TypedEndpoint } from '#endpoint/data-endpoint'
import type { Endpoint, EndpointCall } from '#endpoint/endpoint'
import { servedIn } from '#endpoint/envelope'
import type { RawRequest } from '#endpoint/http-message'
import type { Representation, Served } from '#endpoint/representation'

/** A read of a path with checked parameters. */
type Read = Omit<EndpointCall, 'now'>

/** On whose behalf an endpoint is read: by this process, or for a call. */
type Reader = Pick<EndpointCall, 'context'> & Partial<Omit<EndpointCall, 'params' | 'now'>>

/**
 * Reads the payload of an endpoint as this instance serves it, with checked parameters. All readers share it. It
 * reads in the same way as a client's request, through the cache and the store, and therefore within the
 * providers' budgets. A mirror reads its copies.
 *
 * @throws The Problems that clients receive.
 */
export async function read<Data extends GenericSchema>(
  { path }: TypedEndpoint<string, Data>,
  reader: Reader,
  params: EndpointCall['params'] = {},
): Promise<Served<InferOutput<Data>>> {
  const endpoint = reader.context.table.find(path)
  const request = reader.request ?? ownRequest(path)
  return servedIn(await readRepresentation(endpoint, { ...reader, params, request }))
}

/** Reads the response of an endpoint as bytes. */
export async function readRepresentation(endpoint: Endpoint, read: Read): Promise<Representation> {
  const reply = await endpoint.respond({ ...read, now: read.context.now(), isOfClient: false })
  if ('snapshot' in reply) return reply.snapshot.value
  throw new TypeError(`${endpoint.path} is not a snapshot`)
}

/** Returns a request by this process for the data of a path. */
export function ownRequest(target: string): RawRequest {
  const header = (name: string) => (name === 'accept' ? 'application/json' : null)
  return { method: 'GET', target, header, waitUntil: () => {} }
}
