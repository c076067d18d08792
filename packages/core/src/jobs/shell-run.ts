import { appendSize } from '#jobs/catalogue-guard'
import type { FinishedRun } from '#jobs/publish-shells'
import type { FrozenCatalogue } from '#orbit/catalogue'
import { highestNumber } from '#orbit/catalogue-numbers'
import type { CatalogueObject } from '#orbit/catalogue-object'
import type { ConstellationSamples } from '#orbit/constellation-counts'
import type { CustomShell } from '#orbit/custom-shell'
import { listedObject } from '#orbit/diff'
import type { ElementSet } from '#orbit/element-set'
import { shellSamples } from '#orbit/shell-density'
import { type ShellGrid, shellCount } from '#orbit/shell-grid'
import type { Tally } from '#orbit/tally'
import { OBJECTS_PER_PART, type ShellRun } from '#store/repositories/shells'
import { iso } from '#time'
import { classifyObject, type SatcatLookup } from '#upstreams/celestrak/satcat'

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
