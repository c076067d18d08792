import { isCurrent } from '#kernel/endpoint/conditional'
import { type Context, type Endpoint, type ServedRepresentation, takesKey } from '#kernel/endpoint/endpoint'
import type { RawRequest, RawResponse } from '#kernel/endpoint/http-message'
import type { Encoded } from '#kernel/endpoint/representation'
import { chooseCoding, encodedForm, isEncodable } from '#kernel/http/content-coding'
import { addCacheHeaders, addVary } from '#kernel/http/headers'
import type { MaybePromise } from '#kernel/kit/maybe-promise'

/** A snapshot and the request to which it is served. */
interface ServedTo {
  readonly endpoint: Endpoint
  readonly request: RawRequest
}

/** Shorter bodies are limited only by the rate of requests. */
const FREE_BYTES = 100_000

/**
 * Builds a response from a snapshot, with 304 if the client's copy is current. The bytes of a long response
 * without a key are counted for the network.
 */
export function servedResponse(
  reply: ServedRepresentation,
  requested: ServedTo,
  context: Context,
  now: number,
): MaybePromise<RawResponse> {
  const { endpoint, request } = requested
  const response = encodedResponse(reply, requested, context, now)
  const isLong = reply.snapshot.value.body.byteLength > FREE_BYTES
  if (!isLong || takesKey(endpoint.access) || request.method === 'HEAD') return response
  return countBytes(response, request.ip?.(), context)
}

/** @throws `rate_limited` */
async function countBytes(
  made: MaybePromise<RawResponse>,
  ip: string | undefined,
  context: Context,
): Promise<RawResponse> {
  const response = await made
  const bytes = response.body instanceof Uint8Array ? response.body.byteLength : 0
  // Without addresses, one client could use up the bytes of all clients.
  if (bytes > FREE_BYTES && ip !== undefined) await context.accounts.rates.limit('public_bytes', ip, bytes)
  return response
}

function encodedResponse(
  reply: ServedRepresentation,
  requested: ServedTo,
  { settings: { compress }, onError }: Context,
  now: number,
): MaybePromise<RawResponse> {
  const representation = reply.snapshot.value
  if (!compress || !isEncodable(representation)) return fromForm(representation, reply, requested, now)
  const coding = chooseCoding(requested.request.header('accept-encoding'))
  const finish = (form: Encoded) => {
    const response = fromForm(form, reply, requested, now)
    addVary(response.headers, 'Accept-Encoding')
    return response
  }
  if (!coding) return finish(representation)
  const form = encodedForm(representation, coding, compress)
  if (!(form instanceof Promise)) return finish(form)
  return form.then(finish, (error) => {
    onError(error)
    return finish(representation)
  })
}

/** Builds a response from a form of a snapshot. */
function fromForm(
  { body, etag, bodyHeaders, sharedHeaders }: Encoded,
  reply: ServedRepresentation,
  { endpoint, request }: ServedTo,
  now: number,
): RawResponse {
  const isUnchanged = isCurrent(request, etag, reply.snapshot.value.headers)
  const headers = isUnchanged ? [...sharedHeaders] : [...bodyHeaders, ...sharedHeaders]
  if (endpoint.formatOf) addVary(headers, 'Accept')
  addCacheHeaders(headers, reply, endpoint, now)
  return isUnchanged
    ? { status: 304, headers, body: null, isCounted: reply.isCounted }
    : { status: 200, headers, body }
}
