import type { WebhookContext } from '#alerts/webhooks/context'
import type { WebhookAlertSettings } from '#alerts/webhooks/settings'
import type { StatusContext } from '#site/status/context'
import type { HapiSettings } from '#space-weather/hapi/settings'

/** The services of the pages and of everything that they show. */
export interface SiteContext extends WebhookContext, StatusContext {
  readonly settings: WebhookAlertSettings & HapiSettings
}
