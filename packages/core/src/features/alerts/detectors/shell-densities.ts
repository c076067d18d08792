import { factsOf } from '#features/alerts/alert-type'
import type { Detector } from '#features/alerts/detector'
import { customShellDetectorId } from '#features/alerts/detector-states'
import { densityChanged } from '#features/alerts/types/catalogue'

/** Minimum difference from the mean, as a share of the mean and in objects. */
const LEAST_SHARE = 0.2
const LEAST_OBJECTS = 5
/** A shell is reported again only after the difference was below this share. */
const SETTLED_SHARE = 0.1
/** Number of runs in the exponential mean. */
const RUNS = 30

/** Published values of the shells of a run, or of the altitude steps of a custom shell. */
export interface ObservedShells {
  readonly computed_at: string
  readonly source: string
  readonly shells: readonly ObservedShell[]
}

interface ObservedShell {
  readonly altitude_min_km: number
  readonly altitude_max_km: number
  readonly objects_total: number
  readonly mean_density_per_km3: number
}

/** State of some shells. */
interface DensityState {
  /** The last compared run; `null` before the first. */
  readonly computedAt: string | null
  /** Number of runs in the means, at most 30. */
  readonly runs: number
  /** The mean number of objects, and whether a difference was reported, by lowest altitude. */
  readonly shells: Readonly<Record<string, readonly [mean: number, isReported: 0 | 1]>>
}

/** A shell that differs from its mean. */
interface DensityChange {
  readonly shell: ObservedShell
  readonly mean: number
  /** The difference as a share of the mean. */
  readonly share: number
}

/** Properties of the alerts of a density detector, and the maximum number of alerts per run. */
interface DensityDetector {
  readonly id: string
  readonly maxAlerts: number
  /** Returns the audience of an alert and the path with further data. */
  readonly describe: (altitudeMinKm: number) => {
    readonly subject: string
    readonly level?: string
    readonly account?: string
    readonly data: { readonly url: string; readonly shell_id: string | null; readonly name: string | null }
  }
}

/** Finds shells whose number of objects differs from its mean over about 30 runs. Each run counts once. */
export const shellDensities = densityDetector({
  id: 'shell-densities',
  maxAlerts: 50,
  describe: (km) => {
    return { subject: String(km), data: { url: `/shell/density/${km}`, shell_id: null, name: null } }
  },
})

/**
 * Finds altitude steps of a custom shell that differ from their mean, as for shells. Only the owner receives
 * the alerts.
 */
export function customShellDetector(
  account: string,
  { id, name }: { readonly id: string; readonly name: string },
): Detector<DensityState, ObservedShells> {
  const data = { url: `/v1/shells/${id}/density`, shell_id: id, name }
  return densityDetector({
    id: customShellDetectorId(id),
    maxAlerts: 10,
    describe: (km) => ({ subject: id, level: String(km), account, data }),
  })
}

function densityDetector({
  id,
  maxAlerts,
  describe,
}: DensityDetector): Detector<DensityState, ObservedShells> {
  return {
    id,
    initial: { computedAt: null, runs: 0, shells: {} },
    detect(before, observed) {
      const { state, changes } = findChanges(before, observed)
      const alerts = changes.slice(0, maxAlerts).map((change) => {
        const { data, ...facts } = describe(change.shell.altitude_min_km)
        return factsOf(densityChanged, {
          ...facts,
          at: Date.parse(observed.computed_at),
          data: { ...dataOf(change, observed), ...data },
        })
      })
      return { state, alerts }
    },
  }
}

/** Compares the shells of a run with their means, the greatest differences first. Each run counts once. */
function findChanges(
  before: DensityState,
  observed: ObservedShells,
): { readonly state: DensityState; readonly changes: readonly DensityChange[] } {
  const computedAt = observed.computed_at
  if (observed.shells.length === 0 || computedAt <= (before.computedAt ?? ''))
    return { state: before, changes: [] }
  const runs = Math.min(before.runs + 1, RUNS)
  const shells: Record<string, readonly [number, 0 | 1]> = {}
  const changes: DensityChange[] = []
  for (const shell of observed.shells) {
    const { altitude_min_km, objects_total } = shell
    const [mean, wasReported] = before.shells[altitude_min_km] ?? [objects_total, 0]
    const difference = objects_total - mean
    const share = Math.abs(difference) / Math.max(mean, 1e-9)
    const isChanged = share >= LEAST_SHARE && Math.abs(difference) >= LEAST_OBJECTS
    const isReported = isChanged || (wasReported === 1 && share >= SETTLED_SHARE)
    if (isChanged && !wasReported) changes.push({ shell, mean, share })
    const weight = Math.max(1 / runs, 2 / (RUNS + 1))
    shells[altitude_min_km] = [Number((mean + weight * difference).toPrecision(6)), isReported ? 1 : 0]
  }
  changes.sort((one, other) => other.share - one.share)
  return { state: { computedAt, runs, shells }, changes }
}

/** Returns the data common to the alerts of all kinds of shells. */
function dataOf({ shell, mean }: DensityChange, { computed_at, source }: ObservedShells) {
  const { altitude_min_km, altitude_max_km, objects_total, mean_density_per_km3 } = shell
  return {
    altitude_min_km,
    altitude_max_km,
    objects_total,
    mean_objects_total: mean,
    change_percent: percent((objects_total - mean) / Math.max(mean, 1e-9)),
    threshold_percent: percent(LEAST_SHARE),
    mean_density_per_km3,
    computed_at,
    source,
  }
}

/** Converts a share to percent, with one decimal. */
function percent(share: number): number {
  return Math.round(share * 1_000) / 10
}
