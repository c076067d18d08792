import { constellationSamples, constellationShells } from '#features/debris/constellation-counts'
import { constellationOf } from '#features/debris/constellations'
import type { DebrisContext } from '#features/debris/context'
import { groupObjects } from '#features/debris/custom-groups/custom-groups'
import { isInsideGrid } from '#features/debris/custom-groups/custom-shell'
import type { ShellGrid } from '#features/debris/density/shell-grid'
import { checkConservation } from '#features/debris/density/tally'
import { countSlices, type ShellProgress, type SlicePool } from '#features/debris/night/count-slices'
import { type SatcatLookup, toCatalogueObject } from '#features/objects/celestrak/satcat'
import type { FrozenCatalogue } from '#features/objects/elements/catalogue'
import { objectTypes } from '#features/objects/elements/element-set'
import type { CatalogueObject } from '#features/objects/satcat/catalogue-object'
import { JobRejectedError } from '#kernel/kit/errors'

/** A catalogue to count, and the options for it. */
export interface Counting {
  readonly catalogue: FrozenCatalogue
  readonly satcat: SatcatLookup
  readonly grid: ShellGrid
  readonly pool: SlicePool
  /** Called before every slice; a rejection ends the work. */
  readonly beforeEach: () => Promise<void>
  readonly onProgress: (progress: ShellProgress) => void
  /** Whether the progress is stored, so that the same count resumes from it after an interruption. */
  readonly isResumable: boolean
  /** Objects of an earlier catalogue with the same SATCAT; those with the same element set are reused. */
  readonly knownObjects?: ReadonlyMap<number, CatalogueObject> | undefined
}

/**
 * Counts the objects of a catalogue by shell, bin, type, custom shell and constellation.
 * @throws JobRejectedError if no object can be propagated, or if the counts do not add up.
 */
export async function countCatalogue(
  { catalogue, satcat, grid, ...counting }: Counting,
  context: DebrisContext,
) {
  if (catalogue.elementSets.length === 0)
    throw new JobRejectedError(
      'no element set of the catalogue has an epoch close enough to the day to propagate it',
    )
  const objects = new Map<number, CatalogueObject>()
  for (const set of catalogue.allSets) {
    const known = counting.knownObjects?.get(set.noradId)
    objects.set(set.noradId, known?.elements === set ? known : toCatalogueObject(set, satcat))
  }
  const propagated = catalogue.elementSets.map(({ noradId }) => objects.get(noradId)!)
  const types = Uint8Array.from(propagated, ({ objectType }) => objectTypes.indexOf(objectType))
  // The properties tested by the filters of custom shells.
  const traits = propagated.map(({ elements: { name, inclinationDeg }, objectType, owner }) => {
    return { objectType, owner, inclinationDeg, constellation: constellationOf(name, objectType) }
  })
  const additional = (await context.debris.additionalShells?.list()) ?? []
  const customShells = additional.filter((shell) => isInsideGrid(shell.grid, grid))
  const present = traits.flatMap(({ constellation }) => constellation ?? [])
  const constellations = constellationShells(present, grid)
  const custom = groupObjects([...customShells, ...constellations], traits)
  const { tally: counted, resumed } = await countSlices(
    { ...counting, catalogue, types, custom, grid },
    context,
  )
  if (!checkConservation(counted).holds)
    throw new JobRejectedError(
      'the sample counts do not add up, so nothing was published; please report this as a bug',
    )
  const tally = { ...counted, custom: counted.custom.slice(0, customShells.length) }
  const byConstellation = constellationSamples(constellations, counted.custom.slice(customShells.length))
  return { objects, satcat, customShells, tally, byConstellation, resumed }
}
