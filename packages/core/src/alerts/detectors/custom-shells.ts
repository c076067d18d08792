import { factsOf } from '#alerts/alert-type'
import type { Detector } from '#alerts/detector'
import {
  type DensityState,
  densityData,
  findDensityChanges,
  noDensities,
  type ObservedShells,
} from '#alerts/detectors/density-changes'
import { densityChanged } from '#alerts/types/catalogue'
import { detectorIdOf } from '#debris/custom-shells/custom-shell'

/** Altitude steps of one custom shell that are told of one run. */
const MAX_ALERTS = 10

/**
 * Finds altitude steps of a custom shell whose number of objects differs from its mean over about 30 runs.
 * Tells its owner alone.
 */
export function customShellDetector(
  account: string,
  { id, name }: { readonly id: string; readonly name: string },
): Detector<DensityState, ObservedShells> {
  return {
    id: detectorIdOf(id),
    initial: noDensities,
    detect(before, steps) {
      const { state, changes } = findDensityChanges(before, steps)
      const alerts = changes.slice(0, MAX_ALERTS).map((change) => {
        const { altitude_min_km } = change.shell
        const url = `/v1/shells/${id}/density`
        const facts = { subject: id, level: String(altitude_min_km), at: Date.parse(steps.computed_at) }
        const data = { ...densityData(change, steps), url, shell_id: id, name }
        return factsOf(densityChanged, { ...facts, account, data })
      })
      return { state, alerts }
    },
  }
}
