import type { AlertFacts } from '#alert'
import { factsOf } from '#alerts/alert-type'
import type { Detector } from '#alerts/detector'
import { densityChanged } from '#alerts/types/catalogue'

/** Least difference from the mean, as a share of it and in objects. */
const [LEAST_SHARE, LEAST_OBJECTS] = [0.2, 5]
/** A shell is told again only after the difference was below this share. */
const SETTLED_SHARE = 0.1
/** Runs of the exponential mean. */
const RUNS = 30
const MAX_ALERTS = 50

/** What `/shell/density/{alt}` publishes of one shell, as far as alerts need it. */
export interface ShellDensity {
  readonly altitude_min_km: number
  readonly altitude_max_km: number
  readonly objects_total: number
  readonly mean_density_per_km3: number
  readonly computed_at: string
  readonly source: string
}

interface State {
  /** The last run that was compared; `null` before the first. */
  readonly computedAt: string | null
  /** Runs in the means, at most 30. */
  readonly runs: number
  /** By lowest altitude: the mean number of objects, and whether a difference was told. */
  readonly shells: Readonly<Record<string, readonly [mean: number, isTold: 0 | 1]>>
}

/** Finds shells whose number of objects differs from its mean over about 30 runs; each run counts once. */
export const shellDensities: Detector<State, readonly ShellDensity[]> = {
  id: 'shell-densities',
  initial: { computedAt: null, runs: 0, shells: {} },
  detect(before, densities) {
    const computedAt = densities[0]?.computed_at
    if (computedAt === undefined || computedAt <= (before.computedAt ?? ''))
      return { state: before, alerts: [] }
    const runs = Math.min(before.runs + 1, RUNS)
    const shells: Record<string, readonly [number, 0 | 1]> = {}
    const found: { share: number; facts: AlertFacts }[] = []
    for (const density of densities) {
      const { altitude_min_km, objects_total } = density
      const [mean, wasTold] = before.shells[altitude_min_km] ?? [objects_total, 0]
      const difference = objects_total - mean
      const share = Math.abs(difference) / Math.max(mean, 1e-9)
      const isChanged = share >= LEAST_SHARE && Math.abs(difference) >= LEAST_OBJECTS
      const isTold = isChanged || (wasTold === 1 && share >= SETTLED_SHARE)
      if (isChanged && !wasTold) found.push({ share, facts: alertOf(density, mean) })
      const weight = Math.max(1 / runs, 2 / (RUNS + 1))
      shells[altitude_min_km] = [Number((mean + weight * difference).toPrecision(6)), isTold ? 1 : 0]
    }
    const alerts = found.sort((one, other) => other.share - one.share).slice(0, MAX_ALERTS)
    return { state: { computedAt, runs, shells }, alerts: alerts.map(({ facts }) => facts) }
  },
}

function alertOf(density: ShellDensity, mean: number): AlertFacts {
  const { altitude_min_km, altitude_max_km, objects_total, mean_density_per_km3, computed_at, source } =
    density
  return factsOf(densityChanged, {
    subject: String(altitude_min_km),
    at: Date.parse(computed_at),
    data: {
      altitude_min_km,
      altitude_max_km,
      objects_total,
      mean_objects_total: mean,
      change_percent: percent((objects_total - mean) / Math.max(mean, 1e-9)),
      threshold_percent: percent(LEAST_SHARE),
      mean_density_per_km3,
      computed_at,
      source,
      url: `/shell/density/${altitude_min_km}`,
    },
  })
}

/** A share in percent, to one decimal. */
function percent(share: number): number {
  return Math.round(share * 1_000) / 10
}
