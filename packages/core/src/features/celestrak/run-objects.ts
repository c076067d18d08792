import type { CelestrakContext } from '#features/celestrak/context'
import { readObjects, readSomeObjects } from '#features/debris/object-list/shell-objects'
import { isServable, SHELL_VALID_MS } from '#features/debris/shells/shell-validity'
import { RunGoneError, type ShellRun } from '#features/debris/shells/shells'
import type { ElementSet } from '#features/objects/elements/element-set'
import type { CatalogueObject } from '#features/objects/satcat/catalogue-object'
import { ignoreWaitUntil, type SnapshotKind } from '#kernel/storage/cache/snapshot'

/** Properties by which objects are found. */
type Identity = Pick<ElementSet, 'noradId' | 'name' | 'internationalDesignator'>

/** Objects to find: a single object, or all that match. */
export interface Wanted {
  readonly noradId?: number | undefined
  readonly matches: (identity: Identity) => boolean
}

/** Objects of a run; `fetchedAt` is the fetch time of its catalogue, in epoch milliseconds. */
interface FoundInRun {
  readonly objects: readonly CatalogueObject[]
  readonly source: string
  readonly fetchedAt: number
}

/** Returns the matching objects of the last run, except already known ones; none if no run may be served. */
export async function findInRun(
  wanted: Wanted,
  known: ReadonlyMap<number, ElementSet>,
  context: CelestrakContext,
): Promise<FoundInRun> {
  const { now, settings } = context
  const { shells } = context.debris
  const run = await shells.current(now())
  if (!run || !isServable(run, now(), settings.staleIfErrorMs))
    return { objects: [], source: '', fetchedAt: now() }
  const objects = await readMatches(run, wanted, known, context).catch((error) => {
    // The next request reads the run that has replaced it.
    if (!(error instanceof RunGoneError)) throw error
    shells.invalidate()
    return []
  })
  return { objects, source: run.source, fetchedAt: run.fetchedAt }
}

async function readMatches(
  run: ShellRun,
  { noradId, matches }: Wanted,
  known: ReadonlyMap<number, ElementSet>,
  context: CelestrakContext,
): Promise<CatalogueObject[]> {
  const found =
    noradId === undefined
      ? (await readIdentities(run, context)).filter(matches).map((each) => each.noradId)
      : [noradId]
  const wanted = new Set(found.filter((each) => !known.has(each)))
  return readSomeObjects(run, context.debris.shells, wanted)
}

/** Approximate size of an identity in memory, in bytes. */
const IDENTITY_BYTES = 150

/** Returns the identities of the objects of a run, which are read once per run. */
async function readIdentities(run: ShellRun, context: CelestrakContext): Promise<readonly Identity[]> {
  const kind: SnapshotKind<readonly Identity[]> = {
    ttlMs: SHELL_VALID_MS,
    size: ({ length }) => IDENTITY_BYTES * length,
    async load() {
      const value: Identity[] = []
      for await (const part of readObjects(run, context.debris.shells))
        for (const { elements } of part) {
          const { noradId, name, internationalDesignator } = elements
          value.push({ noradId, name, internationalDesignator })
        }
      return { value, fetchedAt: context.now() }
    },
  }
  return (await context.snapshots.read(`compat:identities:${run.id}`, kind, ignoreWaitUntil)).snapshot.value
}
