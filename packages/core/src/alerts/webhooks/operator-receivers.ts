import type { WebhookRecord } from '#alerts/webhooks/webhook-records'
import type { OperatorReceiver } from '#kit/context'
import { digest } from '#kit/digest'
import { iso } from '#kit/time'

/** Returns an operator's receiver as a webhook; its id is derived from its URL. */
export function toWebhookRecord({ url, types }: OperatorReceiver): WebhookRecord {
  return {
    id: `wh_${digest(url, 'base64url').replaceAll(/[-_]/g, '0').slice(0, 20)}`,
    url,
    types,
    parameters: {},
    description: null,
    createdAt: iso(0),
    secretVersion: 1,
    rotatedAt: null,
  }
}
