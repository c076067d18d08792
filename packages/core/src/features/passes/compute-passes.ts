import { heldObjects } from '#features/passes/held-object'
import { listPasses } from '#features/passes/list-passes'
import { DEFAULT_LIMIT } from '#features/passes/pass-parameters'
import type { PassListData } from '#features/passes/pass-schemas'
import { PASSES_VALID_MS, passSpan } from '#features/passes/pass-span'
import { placeOf } from '#features/passes/place-parameters'
import type { Computed } from '#features/passes/sky-endpoint'
import type { Context, EndpointCall } from '#kernel/endpoint/endpoint'
import { iso } from '#kernel/kit/time'

/** Computes passes from checked parameters. */
export async function computePasses(
  noradIds: readonly number[],
  params: EndpointCall['params'],
  context: Context,
): Promise<Computed<PassListData>> {
  const held = await heldObjects(noradIds, context)
  const { source, fetchedAt, usedUntil } = held
  const place = placeOf(params) ?? { latitudeDeg: 0, longitudeDeg: 0 }
  const now = context.now()
  const { from, to } = passSpan(params, now)
  // SGP4 fails for decayed objects. Report them as missing rather than as having no passes.
  const objects = held.objects.filter(({ track }) => track.stateAt(from, new Float64Array(6)))
  const found = new Set(objects.map(({ elements }) => elements.noradId))
  const { passes, without } = await listPasses(objects, {
    ...{ place, from, to, explains: true },
    minElevationDeg: Number(params['min_elevation_deg'] ?? 10),
    onlyVisible: params['visible'] === 'true',
    frequencyMhz: params['frequency_mhz'] === undefined ? undefined : Number(params['frequency_mhz']),
    limit: Number(params['limit'] ?? DEFAULT_LIMIT),
  })
  // Past passes of an explicit span do not expire.
  const ends =
    params['from'] === undefined ? passes.flatMap(({ set }) => (set ? Date.parse(set.at) : [])) : []
  return {
    data: {
      latitude_deg: place.latitudeDeg,
      longitude_deg: place.longitudeDeg,
      altitude_m: place.altitudeM ?? 0,
      from: iso(from),
      to: iso(to),
      count: passes.length,
      passes: [...passes],
      without_passes: [...without],
      missing: noradIds.filter((noradId) => !found.has(noradId)),
      as_of: iso(now),
      source,
    },
    source,
    fetchedAt,
    validUntil: Math.min(usedUntil, now + PASSES_VALID_MS, ...ends),
  }
}
