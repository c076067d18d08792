import { watchedPlaceOf } from '#alerts/watched-place'
import type { WebhookParameters } from '#alerts/webhooks/webhook-records'
import type { ListedPass } from '#catalogue/sky/pass-schemas'
import type { Point } from '#space-weather/grid/grid'

/** An object for whose passes above a place a webhook waits. */
export interface PassWatch {
  /** Subject of its alerts: the object, the place and the conditions, so that equal watches share them. */
  readonly subject: string
  readonly noradId: number
  readonly place: Point
  /** How high it rises at least; only visible passes: while it is visible. */
  readonly minElevationDeg: number
  /** How long before the rise the alert is sent. */
  readonly minutesBefore: number
  readonly onlyVisible: boolean
}

/** The next passes of an object above a place. */
export interface ComputedPasses {
  /** When they were computed, in epoch milliseconds. */
  readonly at: number
  /** Those that fulfil the conditions of a watch, the first to rise first. */
  readonly passes: readonly ListedPass[]
  /** Epoch of the elements, as they give it. */
  readonly epoch: string
  readonly source: string
}

/** Passes as a process has computed them, by the subject of their watch. */
export type PassesBySubject = ReadonlyMap<string, ComputedPasses>

const [DEFAULT_MIN_ELEVATION_DEG, DEFAULT_MINUTES_BEFORE] = [10, 10]

/** Returns the objects for whose passes a webhook waits; none without a place. */
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
