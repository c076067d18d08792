import type { Settings } from '#kit/environment'

/** Options of space weather, with defaults applied. */
export interface SpaceWeatherSettings extends Settings {
  /** Days for which the history is kept. */
  readonly keepSeries: number
  /** Whether the history is also served under `/hapi`. */
  readonly hapi: boolean
}
