import type { WebhookContext } from '#features/webhooks/context'
import { createWebhook, listWebhooks } from '#features/webhooks/endpoints/collection'
import { listWebhookDeliveries } from '#features/webhooks/endpoints/deliveries'
import { replayWebhook } from '#features/webhooks/endpoints/replay'
import { rotateWebhookSecret } from '#features/webhooks/endpoints/rotate'
import { testWebhook } from '#features/webhooks/endpoints/test'
import { deleteWebhook, getWebhook, updateWebhook } from '#features/webhooks/endpoints/webhook'
import type { Endpoint } from '#kernel/endpoint/endpoint'

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
