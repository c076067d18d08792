import type { AlertSettings } from '#alerts/settings'
import type { WebhookSender } from '#alerts/webhooks/webhook-sender'

/** Options of webhooks and of the alerts that they send, with defaults applied. */
export interface WebhookAlertSettings extends AlertSettings {
  /** Settings for signing and sending webhooks; absent if webhooks are not offered. */
  readonly webhooks?: WebhookSettings | undefined
}

/** Settings for signing and sending webhooks. */
export interface WebhookSettings {
  /** Master secrets, newest first. The secrets of all webhooks are derived from them. At least one. */
  readonly masterSecrets: readonly string[]
  readonly sender: WebhookSender
}
