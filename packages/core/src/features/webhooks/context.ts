import type { AlertContext } from '#features/alerts/context'
import type { WebhookServices } from '#features/webhooks/services'
import type { WebhookAlertSettings } from '#features/webhooks/settings'

/** The services of alerts and of their delivery to webhooks. */
export interface WebhookContext extends AlertContext {
  readonly settings: WebhookAlertSettings
  readonly webhooks: WebhookServices
}
