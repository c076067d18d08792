import * as v from 'valibot'
import { deliveryListData } from '#features/webhooks/endpoints/schemas'
import { webhookEndpoint } from '#features/webhooks/endpoints/webhook-endpoint'
import { toDeliveryData } from '#features/webhooks/endpoints/wire'
import { wholeNumber } from '#kernel/endpoint/schemas'

/** Lists the attempts to deliver alerts to a webhook. */
export const listWebhookDeliveries = webhookEndpoint({
  method: 'GET',
  path: '/{webhook_id}/deliveries',
  operationId: 'listWebhookDeliveries',
  summary: 'Delivery attempts of the last 30 days',
  queryParameters: {
    before: v.optional(wholeNumber('Only attempts with lower numbers: a whole number from 1', 17)),
    limit: v.optional(
      wholeNumber('Maximum number of attempts: 1 to 100; default 20', 20, { max: 100 }),
      '20',
    ),
  },
  success: { description: 'A page of attempts, newest first', data: deliveryListData },
  async respond({ account, id, webhooks, params }) {
    const [before, limit] = [params['before'] as number | undefined, params['limit'] as number]
    const attempts = await webhooks.deliveries(account, id, {
      limit,
      ...(before !== undefined && { before }),
    })
    if (!attempts) return undefined
    const last = attempts.length === limit ? attempts.at(-1)?.attempt : undefined
    const next_before = last !== undefined && last > 1 ? last : null
    return { data: { count: attempts.length, deliveries: attempts.map(toDeliveryData), next_before } }
  },
})
