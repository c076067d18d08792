import type { Endpoint } from '#declare/endpoint'
import { createWebhook, listWebhooks } from '#endpoints/v1/webhooks/collection'
import { listWebhookDeliveries } from '#endpoints/v1/webhooks/deliveries'
import { replayWebhook } from '#endpoints/v1/webhooks/replay'
import { rotateWebhookSecret } from '#endpoints/v1/webhooks/rotate'
import { testWebhook } from '#endpoints/v1/webhooks/test'
import { deleteWebhook, getWebhook, updateWebhook } from '#endpoints/v1/webhooks/webhook'

/** The operations on the webhooks of an account, in the order of the documentation. */
export const webhookEndpoints: readonly Endpoint[] = [
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
