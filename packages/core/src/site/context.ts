import type { WebhookContext } from '#alerts/webhooks/context'
import type { WebhookAlertSettings } from '#alerts/webhooks/settings'
import type { StatusContext } from '#site/status/context'

/** The services of the pages and of everything that they show. */
export interface SiteContext extends WebhookContext, StatusContext {
  readonly settings: WebhookAlertSettings
}
