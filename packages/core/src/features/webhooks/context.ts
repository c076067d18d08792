import type { AlertContext } from '#alerts/context'
import type { WebhookServices } from '#alerts/webhooks/services'
import type { WebhookAlertSettings } from '#alerts/webhooks/settings'

/** The services of alerts and of their delivery to webhooks. */
export interface WebhookContext extends AlertContext {
  readonly settings: WebhookAlertSettings
  readonly webhooks: WebhookServices
}
