import * as v from 'valibot'
import { toMessage } from '#features/alerts/alert'
import { readAlertPage } from '#features/alerts/alert-page'
import type { AlertContext } from '#features/alerts/context'
import { afterParameter, limitParameter, typeParameter, typesOf } from '#features/alerts/parameters'
import { declareEndpoint } from '#kernel/endpoint/declare-endpoint'
import type { Endpoint } from '#kernel/endpoint/endpoint'
import { envelopeOf } from '#kernel/endpoint/envelope'
import { uncachedJsonResponse } from '#kernel/endpoint/json-response'
import { count, instant, named, text } from '#kernel/endpoint/schemas'

const boolean = (description: string) => v.pipe(v.boolean(), v.description(description), v.examples([false]))

const alert = v.strictObject({
  id: text(
    'Id of the alert, identical in webhooks, here and in the stream',
    'evt_00112233445566778899aabbccddeeff',
  ),
  type: text('Type of the alert', 'geomagnetic.storm_started'),
  timestamp: instant('Time of the event'),
  sequence: count('Position in the log of this instance, starting at 1', 42),
  data: v.pipe(
    v.looseObject({}),
    v.description('Data of the alert; the members depend on the type'),
    v.examples([{ value: 5.33, level: 'G1' }]),
  ),
})

const data = v.strictObject({
  count: count('Number of alerts in this response', 1),
  alerts: v.pipe(v.array(named('LoggedAlert', alert)), v.description('Alerts in the order of the log')),
  next_after: count('Send this as after to continue', 42),
  has_more: boolean(
    'Whether more alerts are available now; a page may be empty if none of its alerts matches',
  ),
  has_gap: boolean(
    'Whether alerts after `after` are missing, because they are older than 30 days, exceed the number of ' +
      'alerts kept, or belong to a log that was replaced. In that case, read the current values instead',
  ),
  latest_sequence: count('Position of the newest alert of any type; 0 before the first', 42),
  oldest_sequence: count('Position of the oldest alert kept', 1),
})

/** Serves the alerts of the last 30 days, page by page. */
export const listAlerts: Endpoint<AlertContext> = declareEndpoint({
  path: '/v1/alerts',
  operationId: 'listAlerts',
  summary: 'Alerts of the last 30 days after a position in the log',
  description:
    'For clients that poll, and for clients of webhooks or of the stream that catch up after an outage. ' +
    'Store `next_after` and send it as `after`. The list includes public alerts, alerts for the account of ' +
    'the key, and alerts about objects, locations and shells that a webhook of the account watches.',
  tag: 'Alerts',
  access: 'key',
  queryParameters: {
    after: afterParameter('before the oldest'),
    type: typeParameter,
    limit: limitParameter,
  },
  success: {
    status: 200,
    description: 'The next alerts, oldest first',
    content: { 'application/json': envelopeOf(named('Alerts', data)) },
  },
  async respond({ params, account, context }) {
    await context.alerts.listeners.mark()
    const query = {
      after: params['after'] as number | undefined,
      limit: params['limit'] as number,
      types: typesOf(params['type']),
      account,
    }
    const { alerts, next, latest, oldest, hasGap } = await readAlertPage(query, context)
    const payload: v.InferOutput<typeof data> = {
      count: alerts.length,
      alerts: alerts.map((each) => ({ ...toMessage(each) })),
      next_after: next,
      has_more: next < latest,
      has_gap: hasGap,
      latest_sequence: latest,
      oldest_sequence: oldest,
    }
    const response = uncachedJsonResponse(payload, context.now())
    response.headers.push('vary', 'Authorization, X-API-Key')
    return response
  },
})
