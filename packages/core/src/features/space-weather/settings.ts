import type { Settings } from '#kernel/kit/environment'

/** Options of space weather. */
export interface SpaceWeatherOptions {
  /**
   * Number of days for which the space weather history is kept, about 110 kB per day.
   * @default 365
   */
  readonly keepSeries?: number
}

/** Options of space weather, with defaults applied. */
export interface SpaceWeatherSettings extends Settings {
  /** Days for which the history is kept. */
  readonly keepSeries: number
}
