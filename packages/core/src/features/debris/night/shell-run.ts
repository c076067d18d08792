import type { ConstellationSamples } from '#features/debris/constellation-counts'
import type { CustomShell } from '#features/debris/custom-groups/custom-shell'
import { shellSamples } from '#features/debris/density/shell-density'
import { type ShellGrid, shellCount } from '#features/debris/density/shell-grid'
import type { Tally } from '#features/debris/density/tally'
import { appendSize } from '#features/debris/night/catalogue-guard'
import { OBJECTS_PER_PART, type ShellRun } from '#features/debris/shells/shells'
import type { SatcatLookup } from '#features/objects/celestrak/satcat'
import type { FrozenCatalogue } from '#features/objects/elements/catalogue'
import { highestNumber } from '#features/objects/satcat/catalogue-numbers'
import type { CatalogueObject } from '#features/objects/satcat/catalogue-object'
import { iso } from '#kernel/kit/time'

/** Results of a run before it is published; instants are epoch milliseconds. */
export interface ComputedRun {
  readonly id: string
  readonly startedAt: number
  readonly computedAt: number
  readonly grid: ShellGrid
  readonly catalogue: FrozenCatalogue
  /** The objects of the catalogue by number, in the order of the numbers. */
  readonly objects: ReadonlyMap<number, CatalogueObject>
  readonly satcat: SatcatLookup
  /** The custom shells that `tally.custom` counts, in its order. */
  readonly customShells: readonly CustomShell[]
  readonly tally: Tally
  readonly byConstellation: ConstellationSamples
  /** Label of the source of the catalogue, and the time of the fetch. */
  readonly pulled: { readonly source: string; readonly fetchedAt: number }
  /** Whether the catalogue was pulled from its provider, rather than supplied by the caller. */
  readonly wasPulled: boolean
  /** Sizes of the earlier catalogues with which this one was compared. */
  readonly sizesBefore: readonly number[]
  /** The currently published run. */
  readonly previous: ShellRun | undefined
}

/** Facts of a run that are known once its parts are written. */
interface WrittenParts {
  /** Ids of the custom shells that were written. */
  readonly customShells: readonly string[]
  /** Whether it was compared with the previous run. Otherwise, the run does not name a previous run. */
  readonly isCompared: boolean
}

/** The `method` of every run. */
const METHOD =
  'SGP4 over 24 h at 10 min, quintic Hermite interpolation, a sample every 20 s; catalogued objects only'

/** Creates the record of a run. */
export function createRun(computed: ComputedRun, { customShells, isCompared }: WrittenParts): ShellRun {
  const { startedAt, catalogue, wasPulled, sizesBefore, previous, objects } = computed
  const numbers = [...objects.keys()]
  return {
    ...createCounts(computed, previous?.highestId),
    startedAt,
    catalogueHash: catalogue.hash,
    method: METHOD,
    catalogueSizes: wasPulled ? appendSize(objects.size, sizesBefore) : (previous?.catalogueSizes ?? []),
    pulledAt: wasPulled ? startedAt : (previous?.pulledAt ?? null),
    previous: previous && isCompared ? { id: previous.id, computedAt: previous.computedAt } : null,
    customShells,
    number: (previous?.number ?? 0) + 1,
    firstIds: numbers.filter((_, i) => i % OBJECTS_PER_PART === 0),
  }
}

/** Results of a run that its day repeats or the next day is compared with. */
export type RunCounts = ReturnType<typeof createCounts>

/** Returns the counts of a run. */
export function createCounts(
  computed: Pick<ComputedRun, 'id' | 'computedAt' | 'catalogue' | 'grid' | 'objects' | 'tally' | 'pulled'>,
  highestBefore: number | undefined,
) {
  const { id, computedAt, grid, objects, tally, pulled } = computed
  const { t0, stale } = computed.catalogue
  const { used, failed, inRange, below, above, lost } = tally.stats
  return {
    ...{ id, t0, computedAt, grid },
    fetchedAt: pulled.fetchedAt,
    source: pulled.source,
    counts: { catalogue: objects.size, used, stale, failed, inRange, below, above, lost },
    samplesByShell: Array.from({ length: shellCount(grid) }, (_, shell) =>
      shellSamples(tally, grid, shell).counts.reduce((sum, count) => sum + count, 0),
    ),
    highestId: highestNumber(objects.keys(), highestBefore),
  }
}

/** Returns a unique id that sorts by time. */
export function createRunId(now: number): string {
  return `${iso(now).replace(/[-:]|\.\d+/g, '')}-${crypto.randomUUID().slice(0, 8)}`
}
