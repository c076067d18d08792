import type { WebhookRecord } from '#features/alerts/webhook-records'
import type { WebhookContext } from '#features/webhooks/context'
import type { WebhookSettings } from '#features/webhooks/settings'
import type { Target } from '#features/webhooks/target'
import { targetsOf } from '#features/webhooks/targets'
import type { StoredDeliveryState } from '#features/webhooks/webhook-states'
import { InvalidOptionError } from '#kernel/kit/errors'

/** A webhook with its state. */
export interface FoundWebhook {
  readonly target: Target
  readonly stored: StoredDeliveryState
}

/** Reads and changes the stored data of webhooks, for all operations on them. */
export class WebhookAccess {
  readonly context: WebhookContext
  readonly settings: WebhookSettings

  /** @throws InvalidOptionError if webhooks are not offered. */
  constructor(context: WebhookContext) {
    const { webhooks } = context.settings
    if (!webhooks) throw new InvalidOptionError('webhooks are not offered here; set the option webhooks')
    this.context = context
    this.settings = webhooks
  }

  async target(account: string, id: string): Promise<Target | undefined> {
    return (await targetsOf(account, this.context)).find(({ record }) => record.id === id)
  }

  async find(account: string, id: string): Promise<FoundWebhook | undefined> {
    const target = await this.target(account, id)
    const stored = target && (await this.context.webhooks.states.read(id))
    return stored && { target, stored }
  }

  /** Changes a record and returns the new one; `undefined` if it was deleted in the meantime. */
  async updateRecord(
    account: string,
    id: string,
    change: (record: WebhookRecord) => WebhookRecord,
  ): Promise<WebhookRecord | undefined> {
    const records = await this.context.alerts.webhooks.update(account, (before) =>
      before.map((each) => (each.id === id ? change(each) : each)),
    )
    return records.find((each) => each.id === id)
  }
}

/** Returns the error for an operation that is possible only in the configuration. */
export function inConfiguration(): InvalidOptionError {
  return new InvalidOptionError('this receiver is in the configuration; change it there')
}
