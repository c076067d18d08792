import * as v from 'valibot'
import { groupFeed } from '#catalogue/celestrak/element-sets'
import { findTleGroup } from '#catalogue/celestrak/tle-groups'
import { rounded } from '#catalogue/elements/element-set'
import { groupParameter } from '#catalogue/endpoints/group-parameter'
import { sunAboveEarthKm } from '#catalogue/orbit/earth-fixed'
import { isSunlit } from '#catalogue/orbit/ellipsoid'
import { createObserver } from '#catalogue/orbit/observer'
import { groupStates, STATES_VALID_MS } from '#catalogue/sky/group-states'
import { placeOf } from '#catalogue/sky/place-parameters'
import { skyEndpoint } from '#catalogue/sky/sky-endpoint'
import { altitudeParameter, placeParameters } from '#endpoint/place'
import { optional } from '#endpoint/query-parameters'
import { count, instant, named, quantity, sourceLabel, text, wholeNumber } from '#endpoint/schemas'
import { Problem } from '#kit/problem'
import { sunElevationDeg } from '#kit/sun'
import { iso } from '#kit/time'

const objectAbove = v.strictObject({
  norad_id: count('Catalogue number of the object', 25_544),
  name: text('Name in the public catalogue', 'ISS (ZARYA)'),
  azimuth_deg: quantity('Azimuth, degrees from north over east', 231.4, 0, 360),
  elevation_deg: quantity('Elevation, degrees, without refraction', 34.512, -90, 90),
  range_km: quantity('Distance from the place, km', 698.201, 0),
  range_rate_km_s: quantity('Change of the distance, km/s, negative on approach', -4.223),
  sunlit: v.pipe(
    v.boolean(),
    v.description('Whether the centre of the Sun is seen from the object, past the ellipsoid'),
    v.examples([true]),
  ),
})

const data = v.strictObject({
  group: text('Group that was searched', 'visual'),
  latitude_deg: quantity('Latitude of the place as computed with, degrees', 48.14, -90, 90),
  longitude_deg: quantity('Longitude of the place as computed with, degrees', 11.58, -180, 180),
  altitude_m: quantity('Altitude of the place as computed with, metres', 520),
  sun_elevation_deg: quantity('Elevation of the Sun at the place: below -6 the sky is dark', -18.3, -90, 90),
  searched: count('Number of objects of the group that have a position', 158),
  above: count('Number of objects that are so high or higher', 12),
  count: count('Number of objects in the list', 12),
  objects: v.pipe(
    v.array(named('ObjectAbove', objectAbove)),
    v.description('The objects, the highest first'),
  ),
  as_of: instant('Instant of the positions'),
  source: sourceLabel('CelesTrak GP element sets'),
})

/** Serves what of a group is above a place. */
export const above = skyEndpoint({
  path: '/v1/above',
  operationId: 'listObjectsAbove',
  summary: 'What of a group of satellites is above a place now',
  description:
    'By SGP4 from the elements of the group, which are those of /v1/tle/{group}; computed at most every 10 s for all ' +
    'places together. The place is rounded to 0.01° and never logged. Valid for 10 s.',
  tag: 'Objects',
  access: 'key',
  ttlMs: STATES_VALID_MS,
  queryParameters: {
    ...placeParameters,
    ...altitudeParameter,
    group: optional(groupParameter('visual'), 'visual'),
    min_elevation_deg: optional(
      wholeNumber('Lowest elevation, degrees: 0 to 89, default 10', 10, { min: 0, max: 89 }),
      '10',
    ),
    limit: optional(
      wholeNumber('The most objects, the highest first: 1 to 1000, default 100', 20, { max: 1_000 }),
      '100',
    ),
  },
  data: named('ObjectsAbove', data),
  upstreams: [groupFeed],
  problems: ['group_not_found'],
  async compute(params, context) {
    const group = findTleGroup(String(params['group']))
    if (group === undefined) throw new Problem('group_not_found')
    const { at, objects, source, fetchedAt } = await groupStates(group, context)
    const place = placeOf(params) ?? { latitudeDeg: 0, longitudeDeg: 0 }
    const [observer, sun] = [createObserver(place), sunAboveEarthKm(at)]
    const leastSine = Math.sin((Number(params['min_elevation_deg']) * Math.PI) / 180)
    const found = objects
      .map((object) => ({ object, sine: observer.height(object.state)[0] }))
      .filter(({ sine }) => sine >= leastSine)
      .sort((one, other) => other.sine - one.sine)
    const listed = found.slice(0, Number(params['limit'])).map(({ object: { noradId, name, state } }) => {
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
  },
})
