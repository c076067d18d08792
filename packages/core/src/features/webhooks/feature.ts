import type { AlertContext } from '#alerts/context'
import type { AlertStart } from '#alerts/settings'
import { deliverWebhooks } from '#alerts/webhooks/deliver-webhooks'
import { webhookEndpoints } from '#alerts/webhooks/endpoints/index'
import { readWebhookHealth } from '#alerts/webhooks/webhook-health'
import { createWebhooks } from '#alerts/webhooks/webhooks'
import type { Feature } from '#endpoint/feature'
import type { PayloadsOf } from '#endpoint/payloads'
import { type AlertsPayloads, alerts } from '#features/alerts/feature'
import { stopAll } from '#kit/schedule'

const endpoints = [...webhookEndpoints] as const

/** Webhooks of accounts. */
export const webhooks: Feature<AlertContext, WebhooksPayloads> = {
  name: 'webhooks',
  needs: [alerts],
  endpoints,
  api: (context) => ({ webhooks: createWebhooks(context) }),
  health: readWebhookHealth,
  start: (context, { alerts = true }: AlertStart) => (alerts ? deliverWebhooks(context) : stopAll([])),
  records: async () => (await import('#features/webhooks/records')).webhookRecords,
  later: [() => import('#alerts/webhooks/operations')],
}

/** Payloads by path, including the features that it needs. */
export interface WebhooksPayloads extends PayloadsOf<typeof endpoints>, AlertsPayloads {}
