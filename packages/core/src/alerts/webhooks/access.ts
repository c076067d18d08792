import { initialState, onLog, within } from '#alerts/webhooks/delivery-state'
import { present } from '#alerts/webhooks/present'
import { type Target, targetsOf } from '#alerts/webhooks/target'
import type { WebhookWithSecret } from '#alerts/webhooks/webhook'
import type { WebhookRecord } from '#alerts/webhooks/webhook-records'
import { type DeliveryState, type StoredDeliveryState, WebhookStates } from '#alerts/webhooks/webhook-states'
import type { Context, WebhookSettings } from '#kit/context'
import { InvalidOptionError } from '#kit/errors'

/** A webhook with its state. */
export interface FoundWebhook {
  readonly target: Target
  readonly stored: StoredDeliveryState
}

/** Reads and changes what is stored of webhooks, for all operations on them. */
export class WebhookAccess {
  readonly context: Context
  readonly states: WebhookStates
  readonly settings: WebhookSettings

  /** @throws InvalidOptionError where no webhooks are offered. */
  constructor(context: Context) {
    const { webhooks } = context.settings
    if (!webhooks) throw new InvalidOptionError('webhooks are not offered here; set the option webhooks')
    this.context = context
    this.states = new WebhookStates(context.store, context.now)
    this.settings = webhooks
  }

  async target(account: string, id: string): Promise<Target | undefined> {
    return (await targetsOf(account, this.context)).find(({ record }) => record.id === id)
  }

  async find(account: string, id: string): Promise<FoundWebhook | undefined> {
    const target = await this.target(account, id)
    return target && this.read(target)
  }

  /** Reads the state of a webhook, on the log as it is now; `undefined` if it was deleted meanwhile. */
  async read(target: Target): Promise<FoundWebhook | undefined> {
    const {
      alerts: { log: alertLog },
      settings,
    } = this.context
    const stored = await this.states.read(target.record.id, await this.initialState())
    if (!stored) return undefined
    const head = await alertLog.head()
    const state = within(onLog(stored.state, settings.originsId, head), head)
    return { target, stored: { ...stored, state } }
  }

  /** Returns the state of a webhook that begins with the next alert. */
  async initialState(): Promise<DeliveryState> {
    return initialState(this.context.settings.originsId, await this.context.alerts.log.head())
  }

  /** Changes a record; returns it as it is then, `undefined` if it was deleted meanwhile. */
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

  async presentWithSecret(account: string, record: WebhookRecord): Promise<WebhookWithSecret> {
    const found = await this.read({ account, record, isConfigured: false })
    const state = found?.stored.state ?? (await this.initialState())
    return (await present(record, state, this.settings)).withSecret
  }
}

/** The error of an operation that only the configuration can do. */
export function inConfiguration(): InvalidOptionError {
  return new InvalidOptionError('this receiver is in the configuration; change it there')
}
