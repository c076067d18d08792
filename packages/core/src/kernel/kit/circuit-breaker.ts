import { isWithin } from '#kernel/kit/time'

interface CircuitOptions {
  /** Current time in milliseconds. */
  readonly now: () => number
  /** Consecutive failures after which the circuit opens. */
  readonly threshold: number
  /**
   * Returns the number of milliseconds for which the circuit stays open after the given number of consecutive
   * failures.
   */
  readonly pauseMs: (failures: number) => number
}

/**
 * A period between two state changes; the outcome of a call counts only in the period in which the call
 * began.
 */
interface Period {
  since: number
  openUntil: number
}

const CLOSED: Period = { since: 0, openUntil: 0 }

/**
 * State of a circuit breaker, without the calls themselves. Closed: calls are made. Open, after `threshold`
 * consecutive failures: no call is made until the pause is over. Half-open, after the pause: a call may be
 * made as a probe; its success closes the circuit, its failure opens it again.
 */
export class Circuit {
  readonly #options: CircuitOptions
  #failures = 0
  #period = CLOSED

  constructor(options: CircuitOptions) {
    this.#options = options
  }

  /** Whether no call may be made now. */
  get isOpen(): boolean {
    const { since, openUntil } = this.#period
    return this.#period !== CLOSED && isWithin(since, openUntil, this.#options.now())
  }

  /** Time at which the next call may be made, in milliseconds; 0 for immediately. */
  get openUntil(): number {
    return this.isOpen ? this.#period.openUntil : 0
  }

  /**
   * Begins a call and returns the period for reporting its outcome. In the half-open state the call becomes
   * the only probe: the circuit is open to others for another pause.
   */
  begin(): Period {
    if (this.#period !== CLOSED) this.#renewPause(this.#period)
    return this.#period
  }

  /** Counts a success; returns whether it closed the circuit. */
  succeeded(period = this.#period): boolean {
    if (period !== this.#period) return false
    this.#failures = 0
    this.#period = CLOSED
    return period !== CLOSED
  }

  /** Counts a failure; returns whether it opened a closed circuit. `trips` opens it at any threshold. */
  failed(period = this.#period, trips = false): boolean {
    if (period !== this.#period) return false
    this.#failures += 1
    if (period === CLOSED && !trips && this.#failures < this.#options.threshold) return false
    this.#period = { since: 0, openUntil: 0 }
    this.#renewPause(this.#period)
    return period === CLOSED
  }

  #renewPause(period: Period): void {
    period.since = this.#options.now()
    period.openUntil = period.since + this.#options.pauseMs(this.#failures)
  }
}
