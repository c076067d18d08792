import type { LoggedAlert } from '#alerts/alert'
import type { AlertLog } from '#alerts/alert-log'
import { type AlertRange, readRange } from '#alerts/webhooks/fan-out'

/** Alerts kept at hand for all webhooks: those behind it read the log themselves. */
const SIZE = 1_000

/** The newest alerts of the log, read once for all webhooks. */
export class LogWindow {
  readonly #log: AlertLog
  #alerts: LoggedAlert[] = []
  /** The `seq` after which they begin; negative before the first read. */
  #after = -1
  #head = 0

  constructor(log: AlertLog) {
    this.#log = log
  }

  /** The `seq` of the newest alert that was read. */
  get head(): number {
    return this.#head
  }

  /** Reads the log up to `head`. */
  async readTo(head: number): Promise<void> {
    if (this.#after < 0 || head < this.#head) {
      this.#alerts = []
      this.#after = Math.max(0, head - SIZE)
      this.#head = this.#after
    }
    while (this.#head < head) {
      const { alerts, upTo } = await readRange(this.#log, this.#head, head)
      this.#alerts.push(...alerts)
      this.#head = upTo
    }
    const excess = this.#alerts.length - SIZE
    if (excess > 0) this.#after = this.#alerts.splice(0, excess).at(-1)?.seq ?? this.#after
  }

  /** Returns the alerts after `after` that are at hand; `undefined` if some are not. */
  after(after: number): AlertRange | undefined {
    if (after < this.#after) return undefined
    let first = this.#alerts.length
    while (first > 0 && (this.#alerts[first - 1]?.seq ?? 0) > after) first -= 1
    return { after, upTo: Math.max(after, this.#head), alerts: this.#alerts.slice(first) }
  }

  /** Returns the alerts after `after`, at least a page of them. */
  async read(after: number): Promise<AlertRange> {
    return this.after(after) ?? readRange(this.#log, after, this.#head)
  }

  /** Returns an alert, unless it is deleted from the log. */
  async find(seq: number): Promise<LoggedAlert | undefined> {
    const atHand = seq <= this.#head ? this.after(seq - 1)?.alerts : undefined
    const [alert] = atHand ?? (await this.#log.read(seq - 1, 1))
    return alert?.seq === seq ? alert : undefined
  }
}
