import { watchedPlaceOf } from '#features/alerts/watched-place'
import type { WebhookParameters } from '#features/alerts/webhook-records'
import type { Point } from '#features/space-weather/grid/grid'

/** A location for which a webhook watches the aurora. */
export interface AuroraWatch {
  /** Subject of its alerts: the location and the conditions, so that equal watches share alerts. */
  readonly subject: string
  readonly place: Point
  /** Minimum probability in percent. */
  readonly minPercent: number
  /** Whether the Sun must be below -6°. */
  readonly onlyDark: boolean
}

const DEFAULT_MIN_PERCENT = 30

/** Returns the location for which a webhook watches the aurora; `undefined` if it has none. */
export function auroraWatchOf(parameters: WebhookParameters): AuroraWatch | undefined {
  const place = watchedPlaceOf(parameters)
  if (!place) return undefined
  const { minPercent = DEFAULT_MIN_PERCENT, onlyDark = true } = parameters
  const subject = `${place.latitudeDeg},${place.longitudeDeg},${minPercent},${onlyDark ? 'dark' : 'any'}`
  return { subject, place, minPercent, onlyDark }
}
