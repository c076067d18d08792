import type { AlertFacts } from '#features/alerts/alert'

/**
 * Watches a subject for changes. It is a pure function of its state and the current observation. The first
 * observation only sets the state and reports nothing, unless an event is in progress.
 */
export interface Detector<State, Observation> {
  /** Name of its state in the store, such as `geomagnetic`; must never change. */
  readonly id: string
  readonly initial: State
  /**
   * Returns the next state, and the alerts to log. The state is JSON, at most about 50 kB.
   * @param now Epoch milliseconds.
   */
  detect(state: State, observation: Observation, now: number): Detection<State>
}

/** Result of a detector. */
export interface Detection<State> {
  readonly state: State
  readonly alerts: readonly AlertFacts[]
}
