import type { SpaceWeatherSettings } from '#features/space-weather/settings'

/** Options of the HAPI server. */
export interface HapiOptions {
  /**
   * Also serves the space weather history under `/hapi` by the HAPI specification, which has its own formats
   * and errors, for heliophysics clients.
   * @default false
   */
  readonly hapi?: boolean
}

/** Options of the HAPI server, with defaults applied. */
export interface HapiSettings extends SpaceWeatherSettings {
  /** Whether the history is also served under `/hapi`. */
  readonly hapi: boolean
}
