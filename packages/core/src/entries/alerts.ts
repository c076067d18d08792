// `@space-data/core/alerts`. Types of webhooks and of the detection of alerts, and errors of receivers.

export type { AlertsRun } from '#alerts/watches/detect-alerts'
export type {
  DeliveryAttempt,
  Webhook,
  WebhookChanges,
  WebhookCreation,
  WebhookInput,
  WebhookSummary,
  Webhooks,
  WebhookWithSecret,
} from '#alerts/webhooks/webhook'
export type { WebhookFormat, WebhookParameters } from '#alerts/webhooks/webhook-records'
export type { WebhookRequest, WebhookResponse, WebhookSender } from '#alerts/webhooks/webhook-sender'
export type { AlertJobs } from '#features/alerts/alert-jobs'
export { ReceiverRefusedError, ReceiverUnreachableError, WebhookRejectedError } from '#kit/errors'
