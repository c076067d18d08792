import type { WebhookContext } from '#alerts/webhooks/context'
import { createWebhook, listWebhooks } from '#alerts/webhooks/endpoints/collection'
import { listWebhookDeliveries } from '#alerts/webhooks/endpoints/deliveries'
import { replayWebhook } from '#alerts/webhooks/endpoints/replay'
import { rotateWebhookSecret } from '#alerts/webhooks/endpoints/rotate'
import { testWebhook } from '#alerts/webhooks/endpoints/test'
import { deleteWebhook, getWebhook, updateWebhook } from '#alerts/webhooks/endpoints/webhook'
import type { Endpoint } from '#endpoint/endpoint'

/** The operations on the webhooks of an account, in the order of the documentation. */
export const webhookEndpoints: readonly Endpoint<WebhookContext>[] = [
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  testWebhook,
  rotateWebhookSecret,
  listWebhookDeliveries,
  replayWebhook,
]
