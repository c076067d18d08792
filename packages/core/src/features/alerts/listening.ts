import type { AlertSettings } from '#features/alerts/settings'
import type { WebhookRecords } from '#features/alerts/webhook-records'
import type { Environment } from '#kernel/kit/environment'
import { days, FOREVER, hours, iso, isWithin } from '#kernel/kit/time'

/** Time for which a reader of alerts counts as listening, in milliseconds. */
const LISTENING_MS = days(1)
/**
 * Interval of checks for alerts while nobody listens, in milliseconds; the same as for the recording of
 * series.
 */
const IDLE_MS = hours(1)
/** Interval at which a reader renews its state of listening, in milliseconds. */
const RENEWAL_MS = hours(1)

/** Tracks whether anybody receives alerts, and the time since which the service checks for alerts. */
export class Listeners {
  readonly #environment: Environment<AlertSettings>
  readonly #webhooks: WebhookRecords
  #renewedAt: number | undefined
  #isMonitored = false

  constructor(environment: Environment<AlertSettings>, webhooks: WebhookRecords) {
    this.#environment = environment
    this.#webhooks = webhooks
  }

  /**
   * Stores that alerts are being read, so that the service checks for them every 30 seconds during the next
   * 24 hours. Writes at most once an hour. Never rejects; a failing store is reported.
   */
  async mark(): Promise<void> {
    const { store, now: clock, onError } = this.#environment
    const now = clock()
    const last = this.#renewedAt
    if (last !== undefined && isWithin(last, last + RENEWAL_MS, now)) return
    this.#renewedAt = now
    try {
      await store.set(this.#keyOf('readers'), { at: iso(now) }, LISTENING_MS)
    } catch (error) {
      this.#renewedAt = undefined
      onError(error)
    }
  }

  /** Returns whether anybody receives alerts: a webhook, the operator, or a reader in the last 24 hours. */
  async isAnybody(): Promise<boolean> {
    if (this.#environment.settings.operatorReceivers.length > 0) return true
    return (await this.#webhooks.all()).size > 0 || (await this.#isRead())
  }

  /**
   * Returns whether this process must check for alerts although nobody listens. One of the processes on a
   * store does so once an hour. A mirror does not, because each of its requests counts against the quota of
   * its key.
   */
  async acquireIdleLook(): Promise<boolean> {
    const { store, settings, now } = this.#environment
    if (settings.mirror) return false
    const claim = crypto.randomUUID()
    return (await store.atomic.setIfAbsent(this.#keyOf('look'), claim, now() + IDLE_MS, now())) === claim
  }

  /**
   * Stores the time since which the service checks for alerts: the first check of any process on the store.
   */
  async markMonitored(): Promise<void> {
    if (this.#isMonitored) return
    const { store, now } = this.#environment
    await store.atomic.setIfAbsent(this.#keyOf('since'), iso(now()), FOREVER, now())
    this.#isMonitored = true
  }

  /**
   * Returns the time since which the service checks for alerts, ISO 8601 UTC; `null` before the first check.
   */
  async monitoredSince(): Promise<string | null> {
    const { store, now } = this.#environment
    return (await store.atomic.get(this.#keyOf('since'), now(), FOREVER)) || null
  }

  async #isRead(): Promise<boolean> {
    const { store, now } = this.#environment
    const marked = await store.get<{ at: string }>(this.#keyOf('readers'))
    const at = Date.parse(marked?.at ?? '')
    return isWithin(at, at + LISTENING_MS, now())
  }

  #keyOf(name: 'readers' | 'look' | 'since'): string {
    return `alert-${name}:${this.#environment.settings.originsId}`
  }
}
