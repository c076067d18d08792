import * as v from 'valibot'
import { alertStreamsOf } from '#alerts/alert-streams'
import { markListening } from '#alerts/listening'
import type { Context } from '#context'
import type { Endpoint } from '#declare/endpoint'
import type { RawRequest, RawResponse } from '#declare/http-message'
import { text } from '#declare/schemas'
import { afterParameter, typeParameter, typesOf } from '#endpoints/v1/alerts/parameters'
import { networkOf } from '#keys/client-network'
import { Problem } from '#problem'
import { KeyRecords } from '#store/repositories/keys'
import { isStoreFailure } from '#store/store-failure'

/** Milliseconds after which a client reconnects. */
const RETRY_MS = 5_000

const EXAMPLE = [
  'id: 42',
  'event: geomagnetic.storm_started',
  'data: {"id":"evt_00112233445566778899aabbccddeeff","type":"geomagnetic.storm_started",…}',
].join('\n')

const lastEventId = v.pipe(
  v.string(),
  v.regex(/^(0|[1-9][0-9]{0,8})$/),
  v.description('The `id` of the last event received; takes precedence over `after`'),
  v.examples(['41']),
)

/** Serves alerts as server-sent events. */
export const streamAlerts: Endpoint = {
  method: 'GET',
  path: '/v1/alerts/stream',
  operationId: 'getAlertStream',
  summary: 'Alerts as they come, as server-sent events',
  description:
    'Begins after `Last-Event-ID` or `after`, without either with the next alert. Each event has the position ' +
    'in the log as `id`, the type as `event`, and the alert as JSON in `data`, as `/v1/alerts` has it. ' +
    'An event `stream.gap` comes first if alerts are missing. A comment comes after 15 s of silence. The ' +
    'stream ends after an hour at most, and within a minute of the end of its key: continue with the last ' +
    '`id`. It counts as one request; an account may have 10 streams at a time.',
  tag: 'Alerts',
  access: 'key',
  upstreams: [],
  pathParameters: {},
  queryParameters: { after: afterParameter('the newest'), type: typeParameter },
  requestHeaders: { 'Last-Event-ID': lastEventId },
  success: {
    status: 200,
    description: 'The stream, which stays open',
    content: { 'text/event-stream': text('Server-sent events', EXAMPLE) },
    headers: { 'x-accel-buffering': 'Tells proxies to pass each event on at once' },
  },
  problems: [],
  async respond({ params, request, context, account, keyId }) {
    const asked = readLastEventId(request) ?? (params['after'] as number | undefined)
    if (request.method === 'HEAD') return streamResponse(null)
    await markListening(context)
    const { after, greeting } = await findStart(asked, context)
    const stream = alertStreamsOf(context).open(account ?? networkOf(request.ip?.()), {
      after,
      greeting,
      reader: { account, types: typesOf(params['type']) },
      isAllowed: async () => {
        await markListening(context)
        return isLive(keyId, context)
      },
    })
    return streamResponse(stream)
  },
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

/** Returns the id of the last event that the client has received. */
function readLastEventId(request: RawRequest): number | undefined {
  const id = request.header('last-event-id')
  if (id === null || id === '') return undefined
  if (/^(0|[1-9][0-9]{0,8})$/.test(id)) return Number(id)
  throw new Problem('invalid_parameter', {
    message: 'Invalid Last-Event-ID: expected the id of an event of this stream.',
  })
}

/**
 * Returns where a stream begins, and what comes before its first alert: the position, so that a client that
 * is cut off before that alert can continue, and what is missing.
 */
async function findStart(asked: number | undefined, { alertLog }: Context) {
  const [latest, oldest] = await Promise.all([alertLog.head(), alertLog.oldest()])
  // A position after the newest alert is of another log.
  const after = asked === undefined || asked > latest ? latest : Math.max(asked, oldest - 1)
  const opening = `retry: ${RETRY_MS}\nid: ${after}\n\n`
  if (asked === undefined || asked === after) return { after, greeting: opening }
  const gap = JSON.stringify({ after: asked, latest_sequence: latest, oldest_sequence: oldest })
  return { after, greeting: `${opening}event: stream.gap\ndata: ${gap}\n\n` }
}

/** Whether a key is still valid; one that cannot be checked now is. */
async function isLive(keyId: string | undefined, { store, now }: Context): Promise<boolean> {
  if (keyId === undefined) return true
  try {
    const key = await new KeyRecords(store).byId(keyId)
    const isExpired = key?.expiresAt != null && now() >= Date.parse(key.expiresAt)
    return key !== undefined && key.revokedAt === null && !isExpired
  } catch (error) {
    if (isStoreFailure(error)) return true
    throw error
  }
}
