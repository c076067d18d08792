import { auroraOval } from '#model/aurora'
import { solarWindAt } from '#model/solar-wind'
import type { StormClock } from '#storm'
import { floorTo, MINUTE, withZone } from '#time'

const L1_KM = 1_500_000

/** `ovation_aurora_latest`: 65,160 triples, meridian by meridian, each from south to north. */
export function ovation({ at, shiftMs }: StormClock): unknown {
  const observed = floorTo(MINUTE, at) - 5 * MINUTE
  const forecast = floorTo(MINUTE, observed + (L1_KM / solarWindAt(observed).speed) * 1_000)
  const probability = auroraOval(forecast)
  const coordinates = Array.from({ length: 360 * 181 }, (_, i) => {
    const [longitude, latitude] = [Math.floor(i / 181), (i % 181) - 90]
    return [longitude, latitude, Math.round(probability(latitude, longitude))]
  })
  return {
    'Observation Time': withZone(observed + shiftMs),
    'Forecast Time': withZone(forecast + shiftMs),
    'Data Format': '[Longitude, Latitude, Aurora]',
    coordinates,
    type: 'MultiPoint',
  }
}
