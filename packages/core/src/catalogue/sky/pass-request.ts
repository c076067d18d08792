import * as v from 'valibot'
import { groupFeed } from '#catalogue/celestrak/element-sets'
import { heldObjects } from '#catalogue/sky/held-object'
import { listPasses } from '#catalogue/sky/list-passes'
import { type PassListData, passListData } from '#catalogue/sky/pass-schemas'
import { placeOf } from '#catalogue/sky/place-parameters'
import type { Computed } from '#catalogue/sky/sky-endpoint'
import type { EndpointCall } from '#endpoint/endpoint'
import { altitudeParameter, placeParameters } from '#endpoint/place'
import { optional } from '#endpoint/query-parameters'
import { named, wholeNumber } from '#endpoint/schemas'
import type { Context } from '#kit/context'
import { days, iso, minutes } from '#kit/time'

/** How long a list is given: as long as its first pass is not over. */
export const PASSES_VALID_MS = minutes(10)

/** Query parameters of a list of passes. */
export const passParameters = {
  ...placeParameters,
  ...altitudeParameter,
  days: optional(wholeNumber('For so many days from now: 1 to 10, default 3', 3, { max: 10 }), '3'),
  min_elevation_deg: optional(
    wholeNumber('Lowest elevation of the highest point, degrees: 0 to 89, default 10', 10, {
      min: 0,
      max: 89,
    }),
    '10',
  ),
  visible: optional(
    v.pipe(
      v.picklist(['true', 'false']),
      v.description(
        'Only passes in which the object is lit, the sky dark, and the object so high while it is both: true or false',
      ),
      v.examples(['true']),
    ),
    'false',
  ),
  limit: optional(
    wholeNumber('The most passes, the first ones first: 1 to 500, default 100', 5, { max: 500 }),
    '100',
  ),
}

/** What lists of passes have in common. */
export const passListing = {
  access: 'key',
  ttlMs: PASSES_VALID_MS,
  data: named('PassList', passListData),
  upstreams: [groupFeed],
  problems: [],
} as const

/** Computes the passes that checked parameters ask for, from now on. */
export async function computePasses(
  noradIds: readonly number[],
  params: EndpointCall['params'],
  context: Context,
): Promise<Computed<PassListData>> {
  const { objects, missing, source, fetchedAt, usedUntil } = await heldObjects(noradIds, context)
  const place = placeOf(params) ?? { latitudeDeg: 0, longitudeDeg: 0 }
  const from = context.now()
  const to = from + days(Number(params['days']))
  const passes = await listPasses(objects, {
    ...{ place, from, to },
    minElevationDeg: Number(params['min_elevation_deg']),
    onlyVisible: params['visible'] === 'true',
    limit: Number(params['limit']),
  })
  const ends = passes.flatMap(({ set }) => (set ? Date.parse(set.at) : []))
  return {
    data: {
      latitude_deg: place.latitudeDeg,
      longitude_deg: place.longitudeDeg,
      altitude_m: place.altitudeM ?? 0,
      from: iso(from),
      to: iso(to),
      count: passes.length,
      passes,
      missing: [...missing],
      as_of: iso(from),
      source,
    },
    source,
    fetchedAt,
    validUntil: Math.min(usedUntil, from + PASSES_VALID_MS, ...ends),
  }
}
