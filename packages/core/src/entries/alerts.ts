// `@space-data/core/alerts`. Types of webhooks and of the detection of alerts, and errors of receivers.

export type { AlertJobs } from '#features/alerts/alert-jobs'
export type { AlertsRun } from '#features/alerts/watches/detect-alerts'
export type { WebhookFormat, WebhookParameters } from '#features/alerts/webhook-records'
export type {
  DeliveryAttempt,
  Webhook,
  WebhookChanges,
  WebhookCreation,
  WebhookInput,
  WebhookSummary,
  Webhooks,
  WebhookWithSecret,
} from '#features/webhooks/webhook'
export type { WebhookRequest, WebhookResponse, WebhookSender } from '#features/webhooks/webhook-sender'
export { ReceiverRefusedError, ReceiverUnreachableError, WebhookRejectedError } from '#kernel/kit/errors'
