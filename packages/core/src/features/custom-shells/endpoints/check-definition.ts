import type { CustomShellRecord } from '#features/custom-shells/custom-shell-records'
import type { Creation } from '#features/custom-shells/endpoints/body'
import {
  type CustomGrid,
  customCounts,
  isInsideGrid,
  MAX_CELLS,
  type ObjectFilter,
} from '#features/debris/custom-groups/custom-shell'
import type { DebrisSettings } from '#features/debris/settings'
import { containsSecret } from '#kernel/accounts/keys/secret'
import { Problem } from '#kernel/kit/problem'

/** DebrisSettings of a custom shell made by its owner. */
export type Definition = Pick<CustomShellRecord, 'name' | 'grid' | 'filter'>

/**
 * Returns the definition sent by a client.
 * @throws Problem `invalid_body`, which names the member that conflicts with other members or with the
 *   instance.
 */
export function toDefinition(sent: Creation, { grid, keyPrefix }: DebrisSettings): Definition {
  const custom = toGrid(sent)
  if (containsSecret(sent.name, keyPrefix)) throw invalid('name', 'no API key')
  if (custom.minKm >= custom.maxKm) throw invalid('altitude_max_km', 'more than altitude_min_km')
  if (!isInsideGrid(custom, grid))
    throw invalid(custom.minKm < grid.minKm ? 'altitude_min_km' : 'altitude_max_km', altitudes(grid))
  if ((custom.maxKm - custom.minKm) % custom.stepKm !== 0)
    throw invalid('altitude_step_km', 'whole km from 1 to 50 that divide the altitude range')
  checkLatitudes(custom)
  const { steps, bands } = customCounts(custom)
  if (steps * bands > MAX_CELLS)
    throw invalid('altitude_step_km', `at most ${MAX_CELLS} cells, not ${steps} steps of ${bands} bands`)
  return { name: sent.name, grid: custom, filter: toFilter(sent) }
}

function toGrid(sent: Creation): CustomGrid {
  const { latitude_min_deg: latitudeMinDeg = -90, latitude_max_deg: latitudeMaxDeg = 90 } = sent
  return {
    minKm: sent.altitude_min_km,
    maxKm: sent.altitude_max_km,
    stepKm: sent.altitude_step_km,
    latitudeMinDeg,
    latitudeMaxDeg,
    latitudeStepDeg: sent.latitude_step_deg ?? latitudeMaxDeg - latitudeMinDeg,
  }
}

function checkLatitudes({ latitudeMinDeg, latitudeMaxDeg, latitudeStepDeg }: CustomGrid): void {
  if (latitudeMinDeg % 5 !== 0) throw invalid('latitude_min_deg', 'a multiple of 5 degrees')
  if (latitudeMaxDeg % 5 !== 0) throw invalid('latitude_max_deg', 'a multiple of 5 degrees')
  if (latitudeMinDeg >= latitudeMaxDeg) throw invalid('latitude_max_deg', 'more than latitude_min_deg')
  if (latitudeStepDeg % 5 !== 0 || (latitudeMaxDeg - latitudeMinDeg) % latitudeStepDeg !== 0)
    throw invalid('latitude_step_deg', 'a multiple of 5 degrees that divides the latitude range')
}

function toFilter(sent: Creation): ObjectFilter {
  const { inclination_min_deg, inclination_max_deg, object_types, owners, constellations = 'all' } = sent
  if ((inclination_min_deg ?? 0) >= (inclination_max_deg ?? 181))
    throw invalid('inclination_max_deg', 'more than inclination_min_deg')
  return {
    ...(object_types && { objectTypes: [...new Set(object_types)] }),
    ...(owners && { owners: [...new Set(owners)] }),
    ...(typeof inclination_min_deg === 'number' && { inclinationMinDeg: inclination_min_deg }),
    ...(typeof inclination_max_deg === 'number' && { inclinationMaxDeg: inclination_max_deg }),
    ...(constellations !== 'all' && { constellations }),
  }
}

function altitudes({ minKm, maxKm }: DebrisSettings['grid']): string {
  return `an altitude within the shells of this instance, ${minKm} to ${maxKm} km`
}

function invalid(member: string, expected: string): Problem {
  return new Problem('invalid_body', { message: `Invalid ${member}: expected ${expected}.` })
}
