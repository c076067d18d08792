import { type AlertsApi, type AlertsPayloads, alerts } from '#features/alerts/feature'
import type { AlertStart } from '#features/alerts/settings'
import type { WebhookContext } from '#features/webhooks/context'
import { deliverDue, deliverWebhooks } from '#features/webhooks/deliver-webhooks'
import { deliveriesOf } from '#features/webhooks/deliveries-of'
import { webhookEndpoints } from '#features/webhooks/endpoints/index'
import { createWebhookServices } from '#features/webhooks/services'
import { webhookSettings } from '#features/webhooks/settings'
import type { Webhooks } from '#features/webhooks/webhook'
import { readWebhookHealth } from '#features/webhooks/webhook-health'
import { createWebhooks } from '#features/webhooks/webhooks'
import type { Feature } from '#kernel/endpoint/feature'
import type { PayloadsOf } from '#kernel/endpoint/payloads'
import { objectWith } from '#kernel/kit/option-rules'
import { stopAll } from '#kernel/kit/schedule'

const endpoints = [...webhookEndpoints] as const

/** Webhooks of accounts. */
export const webhooks: Feature<WebhookContext, WebhooksPayloads, WebhooksApi> = {
  name: 'webhooks',
  needs: [alerts],
  options: { webhooks: objectWith('an object { secret, sender }', 'secret', 'sender') },
  settings: webhookSettings,
  services(context) {
    const { log, webhooks: records } = context.alerts
    const webhooks = createWebhookServices(context, log)
    const found = { ...context, webhooks: records, webhookStates: webhooks.states }
    context.alerts.process.delivery = {
      deliveriesOf: (owner) => deliveriesOf(owner, found),
      deliverDue: () => deliverDue(context),
      deliver: () => deliverWebhooks(context),
    }
    return { webhooks }
  },
  endpoints,
  api: (context) => ({ webhooks: createWebhooks(context) }),
  health: readWebhookHealth,
  start: (context, { alerts = true }: AlertStart) => (alerts ? deliverWebhooks(context) : stopAll([])),
  records: async () => (await import('#features/webhooks/records')).webhookRecords,
  later: [() => import('#features/webhooks/operations')],
}

/** Payloads by path, including the features that it needs. */
export interface WebhooksPayloads extends PayloadsOf<typeof endpoints>, AlertsPayloads {}

/** Members that it and the features that it needs add to an instance. */
export type WebhooksApi = AlertsApi & {
  /** Webhooks of accounts. Every operation rejects unless the option `webhooks` is set. */
  readonly webhooks: Webhooks
}
