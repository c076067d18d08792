import type { WebhookRecord, WebhookRecords } from '#alerts/webhooks/webhook-records'
import { isWithin, minutes } from '#kit/time'

/** How long the webhooks are remembered while none seems to change, in milliseconds. */
const MAX_AGE_MS = minutes(10)

/** The webhooks of every account that has any. */
export type Subscribers = ReadonlyMap<string, readonly WebhookRecord[]>

interface Remembered {
  readonly version: number
  readonly readAt: number
  readonly subscribers: Subscribers
}

/** The webhooks of all accounts, as this process knows them. */
export class SubscriberList {
  readonly #webhooks: WebhookRecords
  readonly #now: () => number
  #last: Remembered | undefined

  constructor(webhooks: WebhookRecords, now: () => number) {
    this.#webhooks = webhooks
    this.#now = now
  }

  /** Returns the webhooks of all accounts, read again when one has changed. */
  async read(): Promise<Subscribers> {
    const version = await this.#webhooks.version()
    const now = this.#now()
    const last = this.#last
    if (last?.version === version && isWithin(last.readAt, last.readAt + MAX_AGE_MS, now)) {
      return last.subscribers
    }
    const subscribers = new Map<string, readonly WebhookRecord[]>()
    for (const account of await this.#webhooks.accounts()) {
      const webhooks = await this.#webhooks.ofAccount(account)
      if (webhooks.length > 0) subscribers.set(account, webhooks)
    }
    this.#last = { version, readAt: now, subscribers }
    return subscribers
  }
}
