import * as v from 'valibot'
import { EventStream, type EventStreamOptions } from '#features/shared/event-stream/event-stream'
import { isLive } from '#kernel/accounts/keys/key-counts'
import { KeyRecords } from '#kernel/accounts/keys/key-records'
import { streamTicketProblems } from '#kernel/accounts/stream-tickets/problems'
import { declareEndpoint } from '#kernel/endpoint/declare-endpoint'
import type { Context, Endpoint, EndpointCall } from '#kernel/endpoint/endpoint'
import type { RawResponse } from '#kernel/endpoint/http-message'
import { invalidParameter } from '#kernel/endpoint/query-parameters'
import { text } from '#kernel/endpoint/schemas'
import type { MaybePromise } from '#kernel/kit/maybe-promise'
import { isStoreFailure } from '#kernel/storage/store-failure'

/** Declaration of an endpoint that sends events as they occur. */
interface EventStreamEndpoint<In extends Context>
  extends Pick<Endpoint<In>, 'path' | 'operationId' | 'summary' | 'tag' | 'queryParameters' | 'isOffered'> {
  /** Description of the events and of the beginning of the stream. Its end and its cost are added. */
  readonly description: string
  /** Schema of the id of an event, which is the position of a client. */
  readonly lastEventId: v.GenericSchema<string, string>
  /** Returns whether an id of this schema may have been sent by now (epoch milliseconds). Default: always. */
  readonly mayBeSent?: (lastEventId: string, now: number) => boolean
  /** An example event in the format of the stream. */
  readonly example: string
  readonly begin: (call: EndpointCall<In>, lastEventId: string | undefined) => MaybePromise<Beginning>
}

/** Beginning and continuation of a stream. */
interface Beginning extends Pick<EventStreamOptions, 'opening' | 'read'> {
  /** Function called once a minute while the stream is open. */
  readonly renew?: () => Promise<void>
}

/** Creates a GET endpoint whose response is a stream of server-sent events. */
export function eventStreamEndpoint<In extends Context = Context>({
  description,
  lastEventId,
  mayBeSent = () => true,
  example,
  begin,
  ...declaration
}: EventStreamEndpoint<In>): Endpoint<In> {
  return declareEndpoint<In>({
    ...declaration,
    description:
      `${description} A comment is sent after 15 s without an event. The stream ends after at most an ` +
      'hour, and within a minute after its key expires or is revoked; continue with the last `id`. It ' +
      'counts as one request. An account may have 10 concurrent streams and a network 50, for all paths ' +
      'together. `ticket` replaces the key for `EventSource`: see `POST /v1/stream-tickets`.',
    access: 'key',
    takesTicket: true,
    requestHeaders: { 'Last-Event-ID': lastEventId },
    success: {
      status: 200,
      description: 'The stream, which stays open',
      content: { 'text/event-stream': text('Server-sent events', example) },
      headers: { 'x-accel-buffering': 'Instructs proxies to forward each event immediately' },
    },
    problems: ['rate_limited', streamTicketProblems.invalid_ticket],
    async respond(call) {
      const { request, context, keyId, now } = call
      const last = readLastEventId(call, (id) => v.is(lastEventId, id) && mayBeSent(id, now))
      if (request.method === 'HEAD') return streamResponse(null)
      const stream = await context.accounts.openResponses.open('stream', call, async (place) => {
        const { opening, read, renew } = await begin(call, last)
        const isAllowed = async () => {
          await renew?.()
          return isStillLive(keyId, context)
        }
        return new EventStream({ context, opening, read, isAllowed, place })
      })
      return streamResponse(stream)
    },
  })
}

function streamResponse(body: RawResponse['body']): RawResponse {
  const fields = {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    vary: 'Authorization, X-API-Key',
  }
  return { status: 200, headers: Object.entries(fields).flat(), body }
}

/**
 * Returns the id of the last event received by the client: `Last-Event-ID` or, if the endpoint has this
 * parameter, `after`.
 */
function readLastEventId(
  { request, params }: Pick<EndpointCall, 'request' | 'params'>,
  isValid: (id: string) => boolean,
): string | undefined {
  const header = request.header('last-event-id')
  const id = header || params['after']
  if (id === undefined) return undefined
  if (isValid(String(id))) return String(id)
  throw invalidParameter(header ? 'Last-Event-ID' : 'after', 'the id of an event of this stream')
}

/** Returns whether a key is still valid. A key that cannot be checked now counts as valid. */
async function isStillLive(keyId: string | undefined, { store, now }: Context): Promise<boolean> {
  if (keyId === undefined) return true
  try {
    const key = await new KeyRecords(store).byId(keyId)
    return key !== undefined && isLive(key, now())
  } catch (error) {
    if (isStoreFailure(error)) return true
    throw error
  }
}
