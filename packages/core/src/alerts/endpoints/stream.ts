import * as v from 'valibot'
import { eventStreamEndpoint } from '#accounts/open-responses/event-stream-endpoint'
import { alertEvents } from '#alerts/alert-events'
import { afterParameter, typeParameter, typesOf } from '#alerts/parameters'
import { formatOpening } from '#endpoint/event-stream/event'
import type { Context } from '#kit/context'

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
    const asked = lastEventId === undefined ? (params['after'] as number | undefined) : Number(lastEventId)
    const { after, opening } = await findStart(asked, context)
    return {
      opening,
      read: alertEvents(after, { account, types: typesOf(params['type']) }, context),
      renew: () => context.alerts.listeners.mark(),
    }
  },
})

/** Returns where a stream begins, and what comes before its first alert. */
async function findStart(asked: number | undefined, { alerts: { log: alertLog } }: Context) {
  const [latest, oldest] = await Promise.all([alertLog.head(), alertLog.oldest()])
  // A position after the newest alert is of another log.
  const after = asked === undefined || asked > latest ? latest : Math.max(asked, oldest - 1)
  const hasGap = asked !== undefined && asked !== after
  const gaps = hasGap ? [{ after: asked, latest_sequence: latest, oldest_sequence: oldest }] : []
  return { after, opening: formatOpening(String(after), gaps) }
}
