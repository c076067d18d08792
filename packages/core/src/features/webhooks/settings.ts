import type { AlertSettings } from '#features/alerts/settings'
import type { WebhookSender } from '#features/webhooks/webhook-sender'
import { InvalidOptionError } from '#kernel/kit/errors'

/** Options of webhooks. */
export interface WebhookAlertOptions {
  /** Offers webhooks to the tiers that include them. Without it `/v1/webhooks` does not exist. */
  readonly webhooks?: WebhookOptions
}

/** Settings for signing and sending webhooks. */
export interface WebhookOptions {
  /**
   * Master secret of at least 32 characters, from which the secrets of all webhooks are derived; in a list,
   * the newest comes first. Anyone who has it can forge webhooks. If it is lost, all receivers need new
   * secrets.
   */
  readonly secret: string | readonly string[]
  /** Sends the requests, such as `nodeSender()` of `@space-data/core/node`. */
  readonly sender: WebhookSender
  /** URL at which people reach this service, for links in chat messages. Default: no links. */
  readonly publicUrl?: string | undefined
}

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
  readonly publicUrl?: string | undefined
}

/**
 * Returns the settings of webhooks.
 *
 * @throws InvalidOptionError for a secret that is too short
 */
export function webhookSettings({ webhooks }: WebhookAlertOptions): Pick<WebhookAlertSettings, 'webhooks'> {
  if (!webhooks) return {}
  const masterSecrets = [webhooks.secret].flat()
  if (masterSecrets.length === 0 || masterSecrets.some((secret) => secret.length < 32))
    throw new InvalidOptionError('webhooks.secret: at least 32 characters, or a list of such secrets')
  const { sender, publicUrl } = webhooks
  if (publicUrl !== undefined && !/^https?:\/\/[^?#]+$/.test(publicUrl))
    throw new InvalidOptionError('webhooks.publicUrl: an http or https URL without a query')
  return { webhooks: { masterSecrets, sender, publicUrl } }
}
