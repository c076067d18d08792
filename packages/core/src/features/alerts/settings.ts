import type { DebrisSettings } from '#features/debris/settings'
import type { SpaceWeatherSettings } from '#features/space-weather/settings'

/** Options of alerts. */
export interface AlertOptions {
  /** The operator's own receivers of alerts, which need no key; requires `webhooks`. */
  readonly alerts?: readonly OperatorReceiver[]
}

/** Options of alerts, with defaults applied. */
export interface AlertSettings extends SpaceWeatherSettings, DebrisSettings {
  /** The operator's own receivers of alerts. */
  readonly operatorReceivers: readonly OperatorReceiver[]
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
