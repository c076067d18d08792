import { heldObjects } from '#catalogue/sky/held-object'
import { listPasses } from '#catalogue/sky/list-passes'
import { PASSES_VALID_MS } from '#catalogue/sky/pass-parameters'
import type { PassListData } from '#catalogue/sky/pass-schemas'
import { placeOf } from '#catalogue/sky/place-parameters'
import type { Computed } from '#catalogue/sky/sky-endpoint'
import type { EndpointCall } from '#endpoint/endpoint'
import type { Context } from '#kit/context'
import { days, iso } from '#kit/time'

/** Computes the passes that checked parameters ask for, from now on. */
export async function computePasses(
  noradIds: readonly number[],
  params: EndpointCall['params'],
  context: Context,
): Promise<Computed<PassListData>> {
  const { objects, missing, source, fetchedAt, usedUntil } = await heldObjects(noradIds, context)
  const place = placeOf(params) ?? { latitudeDeg: 0, longitudeDeg: 0 }
  const from = context.now()
  const to = from + days(Number(params['days'] ?? 3))
  const passes = await listPasses(objects, {
    ...{ place, from, to },
    minElevationDeg: Number(params['min_elevation_deg'] ?? 10),
    onlyVisible: params['visible'] === 'true',
    limit: Number(params['limit'] ?? 100),
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
