import type { InferOutput } from 'valibot'
import { customCounts } from '#debris/custom-shells/custom-shell'
import type { CustomShellRecord } from '#debris/custom-shells/custom-shell-records'
import type { customShellData } from '#debris/custom-shells/endpoints/schemas'

/** Returns a custom shell as clients receive it. */
export function toShellData(record: CustomShellRecord): InferOutput<typeof customShellData> {
  const { id, name, grid, filter, createdAt } = record
  const { steps, bands } = customCounts(grid)
  return {
    id,
    name,
    altitude_min_km: grid.minKm,
    altitude_max_km: grid.maxKm,
    altitude_step_km: grid.stepKm,
    latitude_min_deg: grid.latitudeMinDeg,
    latitude_max_deg: grid.latitudeMaxDeg,
    latitude_step_deg: grid.latitudeStepDeg,
    inclination_min_deg: filter.inclinationMinDeg ?? null,
    inclination_max_deg: filter.inclinationMaxDeg ?? null,
    object_types: filter.objectTypes ? [...filter.objectTypes] : null,
    owners: filter.owners ? [...filter.owners] : null,
    constellations: filter.constellations ?? 'all',
    cells: steps * bands,
    created_at: createdAt,
  }
}
