import { Circuit } from '#kernel/kit/circuit-breaker'
import type { MaybePromise } from '#kernel/kit/maybe-promise'
import type { Problem } from '#kernel/kit/problem'
import { seconds } from '#kernel/kit/time'
import { storeUnavailable } from '#kernel/storage/store-failure'
import { type OperationTimeout, TimeoutError } from '#kernel/storage/timeout'

/** Passes operations to the store, or rejects them immediately while the store is unavailable. */
export interface CircuitBreaker {
  /** Throws `store_unavailable` while the circuit is open. */
  check(): void
  /**
   * Runs an operation. Synchronous operations remain synchronous.
   *
   * @param startedAt When its caller began to wait, by `performance.now()`. Default: now.
   * @throws `store_unavailable` if the circuit is open, or the operation fails or takes too long.
   */
  run<T>(operation: () => MaybePromise<T>, startedAt?: number): MaybePromise<T>
}

/** Runs every operation directly. */
export const NO_CIRCUIT_BREAKER: CircuitBreaker = { check() {}, run: (operation) => operation() }

/**
 * One breaker for reads and one for writes, because a store that cannot be written can often still be read.
 */
export interface CircuitBreakers {
  readonly reads: CircuitBreaker
  readonly writes: CircuitBreaker
}

interface StoreCircuitBreakerOptions {
  /** Limits how long an operation may take. `undefined` for no limit. */
  readonly timeout: OperationTimeout | undefined
  /** Milliseconds on a monotonic clock. */
  readonly elapsed: () => number
  /** Called with the failure that opened the circuit, and with `undefined` when the circuit closes. */
  readonly onChange: (failure: Problem | undefined) => void
}

const FAILURES_BEFORE_OPEN = 3
/**
 * Interval at which one operation probes an unavailable store. If the probe gets no response, its caller is
 * delayed.
 */
const OPEN_MS = { timeout: seconds(1), failure: seconds(0.25) }

/**
 * Circuit breaker of a store. Opens after one timeout or three consecutive failures. While it is open, one
 * operation per second is let through as a probe, or four if the last probe failed immediately. Every failure
 * becomes a `store_unavailable` Problem with its cause.
 */
export class StoreCircuitBreaker implements CircuitBreaker {
  readonly #timeout: OperationTimeout | undefined
  readonly #onChange: StoreCircuitBreakerOptions['onChange']
  readonly #circuit: Circuit
  #lastFailure: Problem | undefined
  #openMs = OPEN_MS.failure

  constructor({ timeout, elapsed, onChange }: StoreCircuitBreakerOptions) {
    this.#timeout = timeout
    this.#onChange = onChange
    this.#circuit = new Circuit({
      now: elapsed,
      threshold: FAILURES_BEFORE_OPEN,
      pauseMs: () => this.#openMs,
    })
  }

  check(): void {
    if (this.#circuit.isOpen) throw this.#lastFailure
  }

  run<T>(operation: () => MaybePromise<T>, startedAt?: number): MaybePromise<T> {
    this.check()
    const period = this.#circuit.begin()
    try {
      const result = operation()
      if (result instanceof Promise) return this.#wait(result, period, startedAt)
      this.#succeeded(period)
      return result
    } catch (cause) {
      throw this.#failed(cause, period)
    }
  }

  #wait<T>(result: Promise<T>, period: Period, startedAt: number | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const onValue = (value: T) => {
        this.#succeeded(period)
        resolve(value)
      }
      const onError = (cause: unknown) => reject(this.#failed(cause, period))
      if (this.#timeout) this.#timeout.wait(result, onValue, onError, startedAt)
      else result.then(onValue, onError)
    })
  }

  #succeeded(period: Period): void {
    if (this.#circuit.succeeded(period)) this.#onChange(undefined)
  }

  #failed(cause: unknown, period: Period): Problem {
    const failure = storeUnavailable(cause)
    const isTimeout = cause instanceof TimeoutError
    this.#lastFailure = failure
    this.#openMs = isTimeout ? OPEN_MS.timeout : OPEN_MS.failure
    if (this.#circuit.failed(period, isTimeout)) this.#onChange(failure)
    return failure
  }
}

type Period = ReturnType<Circuit['begin']>
