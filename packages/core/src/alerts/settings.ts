import type { WebhookSender } from '#alerts/webhooks/webhook-sender'
import type { DebrisSettings } from '#debris/settings'
import type { SpaceWeatherSettings } from '#space-weather/settings'

/** Options of alerts and webhooks, with defaults applied. */
export interface AlertSettings extends SpaceWeatherSettings, DebrisSettings {
  /** Settings for signing and sending webhooks; absent if webhooks are not offered. */
  readonly webhooks?: WebhookSettings | undefined
  /** The operator's own receivers of alerts. */
  readonly operatorReceivers: readonly OperatorReceiver[]
}

/** Settings for signing and sending webhooks. */
export interface WebhookSettings {
  /** Master secrets, newest first. The secrets of all webhooks are derived from them. At least one. */
  readonly masterSecrets: readonly string[]
  readonly sender: WebhookSender
}

/** A receiver of alerts configured by the operator, in addition to the webhooks of accounts. */
export interface OperatorReceiver {
  readonly url: string
  /** Patterns of alert types, such as `upstream.*`. */
  readonly types: readonly string[]
}

/** Options of the schedules of alerts. */
export interface AlertStart {
  /** Whether alerts are detected and sent. @default true */
  readonly alerts?: boolean
}
