import type { WebhookAlertSettings } from '#alerts/webhooks/settings'
import type { CompatSettings } from '#compat/settings'
import type { ReportSettings } from '#debris/reports/settings'
import type { SiteContext } from '#site/context'
import type { HapiSettings } from '#space-weather/hapi/settings'

/** The options of an instance with all features, with defaults applied. */
export interface InstanceSettings
  extends WebhookAlertSettings,
    HapiSettings,
    CompatSettings,
    ReportSettings {}

/** An instance with all features. */
export interface InstanceContext extends SiteContext {
  readonly settings: InstanceSettings
}
