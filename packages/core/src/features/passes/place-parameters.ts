import type { Place } from '#features/objects/orbit/observer'
import type { EndpointCall } from '#kernel/endpoint/endpoint'

/** Returns the location from checked parameters; `undefined` if they have none. */
export function placeOf({ latitude, longitude, altitude_m }: EndpointCall['params']): Place | undefined {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined
  return {
    latitudeDeg: latitude,
    longitudeDeg: longitude,
    altitudeM: typeof altitude_m === 'number' ? altitude_m : 0,
  }
}
