import { classifyObject, type SatcatLookup } from '#catalogue/celestrak/satcat'
import type { FrozenCatalogue } from '#catalogue/elements/catalogue'
import type { ElementSet } from '#catalogue/elements/element-set'
import { highestNumber } from '#catalogue/satcat/catalogue-numbers'
import type { CatalogueObject } from '#catalogue/satcat/catalogue-object'
import type { CustomShell } from '#debris/custom-shells/custom-shell'
import { shellSamples } from '#debris/density/shell-density'
import { type ShellGrid, shellCount } from '#debris/density/shell-grid'
import type { Tally } from '#debris/density/tally'
import { listedObject } from '#debris/diff/diff'
import { appendSize } from '#debris/night/catalogue-guard'
import type { FinishedRun } from '#debris/night/publish-shells'
import type { ConstellationSamples } from '#debris/reports/constellation-counts'
import { OBJECTS_PER_PART, type ShellRun } from '#debris/shells/shells'
import { iso } from '#kit/time'

interface CountedRun {
  readonly grid: ShellGrid
  readonly catalogue: FrozenCatalogue
  readonly satcat: SatcatLookup
  readonly customShells: readonly CustomShell[]
  readonly tally: Tally
  readonly byConstellation: ConstellationSamples
  readonly pulled: { readonly source: string; readonly fetchedAt: number }
  /** Whether the catalogue was pulled from its provider, rather than supplied by the caller. */
  readonly wasPulled: boolean
  /** Sizes of earlier catalogues that this one was compared with. */
  readonly sizesBefore: readonly number[]
  readonly previous: ShellRun | undefined
  readonly startedAt: number
  readonly now: number
}

/** The `method` of every run. */
const METHOD =
  'SGP4 over 24 h at 10 min, quintic Hermite interpolation, a sample every 20 s; catalogued objects only'

/** Creates a run with a new id from its counts, ready to publish. */
export function createFinishedRun(counted: CountedRun): FinishedRun {
  const { catalogue, satcat, grid, customShells, tally, pulled, wasPulled, sizesBefore, previous } = counted
  const { byConstellation, startedAt, now } = counted
  const { size, stale, hash, t0, allSets } = catalogue
  const { used, failed, inRange, below, above, lost } = tally.stats
  const run: FinishedRun['run'] = {
    id: createRunId(now),
    fetchedAt: pulled.fetchedAt,
    startedAt,
    computedAt: now,
    t0,
    grid,
    catalogueHash: hash,
    source: pulled.source,
    method: METHOD,
    counts: { catalogue: size, used, stale, failed, inRange, below, above, lost },
    samplesByShell: Array.from({ length: shellCount(grid) }, (_, shell) =>
      shellSamples(tally, grid, shell).counts.reduce((sum, count) => sum + count, 0),
    ),
    catalogueSizes: wasPulled ? appendSize(size, sizesBefore) : (previous?.catalogueSizes ?? []),
    pulledAt: wasPulled ? startedAt : (previous?.pulledAt ?? null),
    previous: previous ? { id: previous.id, computedAt: previous.computedAt } : null,
    number: (previous?.number ?? 0) + 1,
    highestId: highestNumber(
      allSets.map(({ noradId }) => noradId),
      previous?.highestId,
    ),
    firstIds: allSets.flatMap(({ noradId }, i) => (i % OBJECTS_PER_PART === 0 ? [noradId] : [])),
  }
  const catalogued = allSets.map((elements) => catalogueObject(elements, satcat))
  return {
    run,
    customShells,
    tally,
    byConstellation,
    objects: catalogued.map(({ elements, objectType }) => listedObject(elements, objectType)),
    catalogued,
    ownerOf: (noradId) => satcat(noradId)?.owner ?? '',
    hasDecayed: (noradId) => typeof satcat(noradId)?.decay_date === 'string',
    previous,
  }
}

function catalogueObject(elements: ElementSet, satcat: SatcatLookup): CatalogueObject {
  const {
    owner = null,
    launch_date = null,
    decay_date = null,
    rcs_m2 = null,
  } = satcat(elements.noradId) ?? {}
  const objectType = classifyObject(elements, satcat).object_type
  return { elements, objectType, owner, launchDate: launch_date, decayDate: decay_date, rcsM2: rcs_m2 }
}

/** Returns a unique id that sorts by time. */
function createRunId(now: number): string {
  return `${iso(now).replace(/[-:]|\.\d+/g, '')}-${crypto.randomUUID().slice(0, 8)}`
}
