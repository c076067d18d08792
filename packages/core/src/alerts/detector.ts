import type { AlertFacts } from '#alerts/alert'

/**
 * Watches one thing for changes: a pure function of its state and of what is observed now. It reports nothing
 * at its first observation, which only sets the state, unless something is going on.
 */
export interface Detector<State, Observation> {
  /** Name of its state in the store, such as `geomagnetic`; can never change. */
  readonly id: string
  readonly initial: State
  /**
   * Returns the next state, and the alerts to log. The state is JSON, at most about 50 kB.
   * @param now Epoch milliseconds.
   */
  detect(state: State, observation: Observation, now: number): Detection<State>
}

/** What a detector found. */
export interface Detection<State> {
  readonly state: State
  readonly alerts: readonly AlertFacts[]
}
