import * as v from 'valibot'
import { eventStreamEndpoint } from '#accounts/open-responses/event-stream-endpoint'
import { type LoggedAlert, toMessage } from '#alerts/alert'
import { afterParameter, typeParameter, typesOf } from '#alerts/parameters'
import { type AlertReader, visibleAlerts } from '#alerts/visible-alerts'
import { formatEvent, formatOpening } from '#endpoint/event-stream/event'
import type { ReadEvents } from '#endpoint/event-stream/event-stream'
import type { Context } from '#kit/context'
import { isStoreFailure } from '#storage/store-failure'

/** Alerts of one chunk at most; bounds what a slow reader makes a process keep. */
const BATCH = 50

const EXAMPLE = [
  'id: 42',
  'event: geomagnetic.storm_started',
  'data: {"id":"evt_00112233445566778899aabbccddeeff","type":"geomagnetic.storm_started",…}',
].join('\n')

/** Serves alerts as server-sent events. */
export const streamAlerts = eventStreamEndpoint({
  path: '/v1/alerts/stream',
  operationId: 'getAlertStream',
  summary: 'Alerts as they come, as server-sent events',
  description:
    'Begins after `Last-Event-ID` or `after`, without either with the next alert. Each event has the position ' +
    'in the log as `id`, the type as `event`, and the alert as JSON in `data`, as `/v1/alerts` has it. ' +
    'An event `stream.gap` comes first if alerts are missing.',
  tag: 'Alerts',
  queryParameters: { after: afterParameter('the newest'), type: typeParameter },
  lastEventId: v.pipe(
    v.string(),
    v.regex(/^(0|[1-9][0-9]{0,8})$/),
    v.description('The `id` of the last event received; takes precedence over `after`'),
    v.examples(['41']),
  ),
  example: EXAMPLE,
  async begin({ params, context, account }, lastEventId) {
    await context.alerts.listeners.mark()
    const requested =
      lastEventId === undefined ? (params['after'] as number | undefined) : Number(lastEventId)
    const { after, opening } = await findStart(requested, account, context)
    return {
      opening,
      read: alertEvents(after, { account, types: typesOf(params['type']) }, context),
      renew: () => context.alerts.listeners.mark(),
    }
  },
})

/** Returns where a stream begins, and what comes before its first alert. */
async function findStart(
  requested: number | undefined,
  account: string | undefined,
  { alerts: { log } }: Context,
) {
  const latest = await log.readNewest()
  const { oldest, deleted } = await log.extent(account)
  // A position after the newest alert is of another log.
  const after = requested === undefined || requested > latest ? latest : requested
  const hasGap = requested !== undefined && (requested !== after || requested < deleted)
  const gaps = hasGap ? [{ after: requested, latest_sequence: latest, oldest_sequence: oldest }] : []
  return { after, opening: formatOpening(String(after), gaps) }
}

/** Returns the reader of the alerts after a `seq` that a client may read and wants. */
function alertEvents(after: number, reader: AlertReader, context: Context): ReadEvents {
  const { log } = context.alerts
  let position = after
  const readNewest = () =>
    log.recentNewest().catch((error) => {
      // The circuit breaker of the store reports its failures; streams wait for its return.
      if (!isStoreFailure(error)) context.onError(error)
      return position
    })
  return async (signal) => {
    const last = await readNewest()
    while (position < last && !signal.aborted) {
      const { alerts, upTo } = await log.readRange(reader.account, position, last, BATCH)
      const visible = await visibleAlerts(alerts, reader, context)
      position = upTo
      if (visible.length > 0) return visible.map(formatAlert).join('')
    }
    return ''
  }
}

function formatAlert(alert: LoggedAlert): string {
  return formatEvent({ id: String(alert.seq), event: alert.type, data: toMessage(alert) })
}
