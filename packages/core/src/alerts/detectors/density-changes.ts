/** Least difference from the mean, as a share of it and in objects. */
const LEAST_SHARE = 0.2
const LEAST_OBJECTS = 5
/** A shell is told again only after the difference was below this share. */
const SETTLED_SHARE = 0.1
/** Runs of the exponential mean. */
const RUNS = 30

/** What is published of the shells of a run, or of the altitude steps of a custom shell. */
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

/** What is known of some shells. */
export interface DensityState {
  /** The last run that was compared; `null` before the first. */
  readonly computedAt: string | null
  /** Runs in the means, at most 30. */
  readonly runs: number
  /** By lowest altitude: the mean number of objects, and whether a difference was told. */
  readonly shells: Readonly<Record<string, readonly [mean: number, isTold: 0 | 1]>>
}

/** The state before the first run. */
export const noDensities: DensityState = { computedAt: null, runs: 0, shells: {} }

/** A shell that differs from its mean. */
interface DensityChange {
  readonly shell: ObservedShell
  readonly mean: number
  /** The difference as a share of the mean. */
  readonly share: number
}

/** Compares the shells of a run with their means, the greatest differences first; each run counts once. */
export function findDensityChanges(
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
    const [mean, wasTold] = before.shells[altitude_min_km] ?? [objects_total, 0]
    const difference = objects_total - mean
    const share = Math.abs(difference) / Math.max(mean, 1e-9)
    const isChanged = share >= LEAST_SHARE && Math.abs(difference) >= LEAST_OBJECTS
    const isTold = isChanged || (wasTold === 1 && share >= SETTLED_SHARE)
    if (isChanged && !wasTold) changes.push({ shell, mean, share })
    const weight = Math.max(1 / runs, 2 / (RUNS + 1))
    shells[altitude_min_km] = [Number((mean + weight * difference).toPrecision(6)), isTold ? 1 : 0]
  }
  changes.sort((one, other) => other.share - one.share)
  return { state: { computedAt, runs, shells }, changes }
}

/** Returns the data of an alert that all shells have. */
export function densityData({ shell, mean }: DensityChange, { computed_at, source }: ObservedShells) {
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

/** A share in percent, to one decimal. */
function percent(share: number): number {
  return Math.round(share * 1_000) / 10
}
