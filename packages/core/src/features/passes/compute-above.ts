import { sunElevationDeg } from '@space-data/charts/sun'
import { findTleGroup } from '#features/objects/celestrak/tle-groups'
import { rounded } from '#features/objects/elements/element-set'
import { sunAboveEarthKm } from '#features/objects/orbit/earth-fixed'
import { isSunlit } from '#features/objects/orbit/ellipsoid'
import { createObserver } from '#features/objects/orbit/observer'
import { objectProblems } from '#features/objects/problems'
import { type AboveData, STATES_VALID_MS } from '#features/passes/above-schemas'
import { groupStates } from '#features/passes/group-states'
import { placeOf } from '#features/passes/place-parameters'
import type { Computed } from '#features/passes/sky-endpoint'
import type { Context, EndpointCall } from '#kernel/endpoint/endpoint'
import { Problem } from '#kernel/kit/problem'
import { iso } from '#kernel/kit/time'

/** Computes the objects of a group above a location, from checked parameters. */
export async function computeAbove(
  params: EndpointCall['params'],
  context: Context,
): Promise<Computed<AboveData>> {
  const group = findTleGroup(String(params['group'] ?? 'visual'))
  if (group === undefined) throw new Problem(objectProblems.group_not_found)
  const { at, objects, source, fetchedAt } = await groupStates(group, context)
  const place = placeOf(params) ?? { latitudeDeg: 0, longitudeDeg: 0 }
  const [observer, sun] = [createObserver(place), sunAboveEarthKm(at)]
  const leastSine = Math.sin((Number(params['min_elevation_deg'] ?? 10) * Math.PI) / 180)
  const found = objects
    .map((object) => ({ object, sine: observer.height(object.state)[0] }))
    .filter(({ sine }) => sine >= leastSine)
    .sort((one, other) => other.sine - one.sine)
  const listed = found
    .slice(0, Number(params['limit'] ?? 100))
    .map(({ object: { noradId, name, state } }) => {
      const { azimuthDeg, elevationDeg, rangeKm, rangeRateKmPerS } = observer.look(state)
      return {
        norad_id: noradId,
        name,
        azimuth_deg: rounded(azimuthDeg) % 360,
        elevation_deg: rounded(elevationDeg),
        range_km: rounded(rangeKm),
        range_rate_km_s: rounded(rangeRateKmPerS),
        sunlit: isSunlit(state, sun),
      }
    })
  return {
    data: {
      group,
      latitude_deg: place.latitudeDeg,
      longitude_deg: place.longitudeDeg,
      altitude_m: place.altitudeM ?? 0,
      sun_elevation_deg: rounded(sunElevationDeg(place.latitudeDeg, place.longitudeDeg, at)),
      searched: objects.length,
      above: found.length,
      count: listed.length,
      objects: listed,
      as_of: iso(at),
      source,
    },
    source,
    fetchedAt,
    validUntil: at + STATES_VALID_MS,
  }
}
