import type { HapiSettings } from '#features/hapi/settings'
import type { StatusContext } from '#features/status/context'
import type { WebhookContext } from '#features/webhooks/context'
import type { WebhookAlertSettings } from '#features/webhooks/settings'

/** The services of the pages and of everything that they show. */
export interface PagesContext extends WebhookContext, StatusContext {
  readonly settings: WebhookAlertSettings & HapiSettings
}
