import type { WebhookParameters } from '#features/alerts/webhook-records'
import { type Point, roundTo } from '#features/space-weather/grid/grid'

/** Returns the location of a webhook, rounded to 0.01°; `undefined` if it has none. */
export function watchedPlaceOf({ latitude, longitude }: WebhookParameters): Point | undefined {
  if (latitude === undefined || longitude === undefined) return undefined
  return { latitudeDeg: roundTo(latitude, 2), longitudeDeg: roundTo(longitude, 2) }
}
