import type { AlertContext } from '#alerts/context'
import { webhookEndpoints } from '#alerts/webhooks/endpoints/index'
import type { Feature } from '#endpoint/feature'
import type { PayloadsOf } from '#endpoint/payloads'
import { alerts } from '#features/alerts/feature'

const endpoints = [...webhookEndpoints] as const

/** Webhooks of accounts. */
export const webhooks: Feature<AlertContext, WebhooksPayloads> = {
  name: 'webhooks',
  needs: [alerts],
  endpoints,
  records: () => import('#features/webhooks/records'),
  later: [() => import('#alerts/webhooks/operations')],
}

/** Payloads by path. */
export interface WebhooksPayloads extends PayloadsOf<typeof endpoints> {}
