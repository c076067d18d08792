import { watchedPlaceOf } from '#features/alerts/watched-place'
import type { WebhookParameters } from '#features/alerts/webhook-records'
import type { ListedPass } from '#features/passes/pass-schemas'
import type { Point } from '#features/space-weather/grid/grid'

/** An object whose passes over a location a webhook watches. */
export interface PassWatch {
  /**
   * Subject of its alerts: the object, the location and the conditions, so that equal watches share alerts.
   */
  readonly subject: string
  readonly noradId: number
  readonly place: Point
  /**
   * Minimum elevation of the highest point; with only visible passes, the minimum while the object is
   * visible.
   */
  readonly minElevationDeg: number
  /** Minutes before the rise at which the alert is sent. */
  readonly minutesBefore: number
  readonly onlyVisible: boolean
}

/** The next passes of an object over a location. */
export interface ComputedPasses {
  /** Time of the computation, in epoch milliseconds. */
  readonly at: number
  /** Passes that meet the conditions of a watch, earliest rise first. */
  readonly passes: readonly ListedPass[]
  /** Epoch of the elements, in its original form. */
  readonly epoch: string
  readonly source: string
}

/** Computed passes, by the subject of their watch. */
export type PassesBySubject = ReadonlyMap<string, ComputedPasses>

const [DEFAULT_MIN_ELEVATION_DEG, DEFAULT_MINUTES_BEFORE] = [10, 10]

/** Returns the objects whose passes a webhook watches; none without a location. */
export function passWatchesOf(parameters: WebhookParameters): readonly PassWatch[] {
  const place = watchedPlaceOf(parameters)
  if (!place) return []
  const {
    passesOf = [],
    minElevationDeg = DEFAULT_MIN_ELEVATION_DEG,
    minutesBefore = DEFAULT_MINUTES_BEFORE,
    onlyVisible = true,
  } = parameters
  const { latitudeDeg, longitudeDeg } = place
  const conditions = [
    latitudeDeg,
    longitudeDeg,
    minElevationDeg,
    minutesBefore,
    onlyVisible ? 'visible' : 'any',
  ]
  return passesOf.map((noradId) => {
    const subject = [noradId, ...conditions].join(',')
    return { subject, noradId, place, minElevationDeg, minutesBefore, onlyVisible }
  })
}
