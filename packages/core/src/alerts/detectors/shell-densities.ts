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

const MAX_ALERTS = 50

/** Finds shells whose number of objects differs from its mean over about 30 runs; each run counts once. */
export const shellDensities: Detector<DensityState, ObservedShells> = {
  id: 'shell-densities',
  initial: noDensities,
  detect(before, profile) {
    const { state, changes } = findDensityChanges(before, profile)
    const alerts = changes.slice(0, MAX_ALERTS).map((change) => {
      const { altitude_min_km } = change.shell
      const url = `/shell/density/${altitude_min_km}`
      return factsOf(densityChanged, {
        subject: String(altitude_min_km),
        at: Date.parse(profile.computed_at),
        data: { ...densityData(change, profile), url, shell_id: null, name: null },
      })
    })
    return { state, alerts }
  },
}
