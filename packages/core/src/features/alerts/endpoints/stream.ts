import * as v from 'valibot'
import { type LoggedAlert, toMessage } from '#features/alerts/alert'
import type { AlertContext } from '#features/alerts/context'
import { afterParameter, typeParameter, typesOf } from '#features/alerts/parameters'
import { type AlertReader, visibleAlerts } from '#features/alerts/visible-alerts'
import { formatEvent, formatOpening } from '#features/shared/event-stream/event'
import type { ReadEvents } from '#features/shared/event-stream/event-stream'
import { eventStreamEndpoint } from '#features/shared/event-stream/event-stream-endpoint'
import { isStoreFailure } from '#kernel/storage/store-failure'

/** Maximum number of alerts in a chunk. It limits the memory that a slow reader uses. */
const BATCH = 50

const EXAMPLE = [
  'id: 42',
  'event: geomagnetic.storm_started',
  'data: {"id":"evt_00112233445566778899aabbccddeeff","type":"geomagnetic.storm_started",…}',
].join('\n')

/** Serves alerts as server-sent events. */
export const streamAlerts = eventStreamEndpoint<AlertContext>({
  path: '/v1/alerts/stream',
  operationId: 'getAlertStream',
  summary: 'New alerts as server-sent events',
  description:
    'The stream begins after `Last-Event-ID` or `after`; without either, it begins with the next alert. ' +
    '`id` is the position in the log, `event` is the type, and `data` is the alert as JSON, as in ' +
    '`/v1/alerts`. If alerts are missing, an event `stream.gap` comes first.',
  tag: 'Alerts',
  queryParameters: { after: afterParameter('the newest'), type: typeParameter },
  lastEventId: v.pipe(
    v.string(),
    v.regex(/^(0|[1-9][0-9]{0,8})$/),
    v.description('`id` of the last event received; takes precedence over `after`'),
    v.examples(['41']),
  ),
  example: EXAMPLE,
  async begin({ params, context, account }, lastEventId) {
    await context.alerts.listeners.mark()
    const requested = lastEventId === undefined ? undefined : Number(lastEventId)
    const { after, opening } = await findStart(requested, account, context)
    return {
      opening,
      read: alertEvents(after, { account, types: typesOf(params['type']) }, context),
      renew: () => context.alerts.listeners.mark(),
    }
  },
})

/** Returns the position at which a stream begins, and the text before its first alert. */
async function findStart(
  requested: number | undefined,
  account: string | undefined,
  { alerts: { log } }: AlertContext,
) {
  const latest = await log.readNewest()
  const { oldest, deleted } = await log.extent(account)
  // A position after the newest alert belongs to another log.
  const after = requested === undefined || requested > latest ? latest : requested
  const hasGap = requested !== undefined && (requested !== after || requested < deleted)
  const gaps = hasGap ? [{ after: requested, latest_sequence: latest, oldest_sequence: oldest }] : []
  return { after, opening: formatOpening(String(after), gaps) }
}

/** Returns the reader of the alerts after a `seq` that a client may read and has selected. */
function alertEvents(after: number, reader: AlertReader, context: AlertContext): ReadEvents {
  const { log } = context.alerts
  let position = after
  const readNewest = () =>
    log.recentNewest().catch((error) => {
      // The circuit breaker of the store reports its failures. Streams wait until the store has recovered.
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
