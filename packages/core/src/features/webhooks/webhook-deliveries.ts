import type { AlertLog } from '#features/alerts/alert-log'
import { hasCome, nextDueAt, roomIn } from '#features/webhooks/delivery-state'
import { matchesIn, type Target } from '#features/webhooks/target'
import type { StoredDeliveryState } from '#features/webhooks/webhook-states'
import { seconds } from '#kernel/kit/time'

/** Number of non-matching alerts that are skipped in memory before the cursor is stored. */
const STORED_EVERY = 200
/** Response time above which a receiver counts as slow. */
const SLOW_MS = seconds(2)

/** The deliveries of a webhook as read by a process. Other processes may have changed them since. */
export class WebhookDeliveries {
  target: Target
  /** Whether an operation for this webhook is in progress in this process. */
  isBusy = false
  #isSlow = false
  #stored: StoredDeliveryState
  #dueAt = 0
  /** `seq` up to which no alert after the cursor matches. */
  #scanned = 0
  /** Number of alerts between the cursor and `#scanned`. */
  #passed = 0

  constructor(target: Target, stored: StoredDeliveryState) {
    this.target = target
    this.#stored = stored
    this.stored = stored
  }

  /** Whether it gets one message at a time: its receiver was slow at the last request, or is a chat service. */
  get isSlow(): boolean {
    return this.#isSlow || this.target.record.format !== undefined
  }

  get id(): string {
    return this.target.record.id
  }

  get stored(): StoredDeliveryState {
    return this.#stored
  }

  set stored(stored: StoredDeliveryState) {
    this.#stored = stored
    this.#dueAt = nextDueAt(stored.state)
    this.#scanned = stored.state.cursor
    this.#passed = 0
  }

  /** Sets the last response time of its receiver, in milliseconds. */
  set waitedMs(ms: number) {
    this.#isSlow = ms > SLOW_MS
  }

  /** Returns whether the webhook has work. Checks each alert once. */
  hasWork(log: AlertLog, head: number, now: number): boolean {
    const { text, state } = this.#stored
    if (text === '') return true
    if (state.status === 'disabled') return state.announceFrom !== null
    if (hasCome(this.#dueAt, now)) return true
    return roomIn(state) > 0 && (state.replay !== null || this.#hasNews(log, head))
  }

  #hasNews(log: AlertLog, head: number): boolean {
    if (this.#scanned >= head) return false
    const range = log.cachedRange(this.target.account, this.#scanned, head)
    if (!range || matchesIn(this.target, range).seqs.length > 0) return true
    this.#scanned = range.upTo
    this.#passed += range.alerts.length
    return this.#passed >= STORED_EVERY
  }
}
