import { sizesWith } from '#jobs/catalogue-guard'
import type { FinishedRun } from '#jobs/publish-shells'
import type { FrozenCatalogue } from '#orbit/catalogue'
import { listedObject } from '#orbit/diff'
import { shellSamplesOf } from '#orbit/shell-density'
import { type ShellGrid, shellCountOf } from '#orbit/shell-grid'
import type { Tally } from '#orbit/tally'
import type { ShellRun } from '#store/shells'
import { iso } from '#time'
import { type SatcatLookup, typeOf } from '#upstreams/satcat'

interface Counted {
  readonly grid: ShellGrid
  readonly catalogue: FrozenCatalogue
  readonly satcat: SatcatLookup
  readonly tally: Tally
  readonly pulled: { readonly source: string; readonly fetchedAt: number }
  /** Whether the catalogue was pulled from its provider, not given. */
  readonly wasPulled: boolean
  /** Sizes of the catalogues before that this one was held against. */
  readonly sizesBefore: readonly number[]
  readonly previous: ShellRun | undefined
  readonly startedAt: number
  readonly now: number
}

/** How every run is made, said in each answer. */
const METHOD =
  'SGP4 over 24 h at 10 min, quintic Hermite interpolation, a sample every 20 s; catalogued objects only'

/** All that is published of a run beside its shells, under a new id. */
export function finishedRun(counted: Counted): FinishedRun {
  const { catalogue, satcat, grid, tally, pulled, wasPulled, sizesBefore, previous, startedAt, now } = counted
  const { size, stale, hash, t0, elementSets, members } = catalogue
  const { used, failed, inRange, below, above, lost } = tally.stats
  const run: ShellRun = {
    id: newRunId(now),
    fetched_at: pulled.fetchedAt,
    started_at: startedAt,
    computed_at: now,
    t0,
    grid,
    catalogue_hash: hash,
    source: pulled.source,
    method: METHOD,
    counts: { catalogue: size, used, stale, failed, in_range: inRange, below, above, lost },
    samples_by_shell: Array.from({ length: shellCountOf(grid) }, (_, shell) =>
      shellSamplesOf(tally, grid, shell).counts.reduce((sum, count) => sum + count, 0),
    ),
    catalogue_sizes: wasPulled ? sizesWith(size, sizesBefore) : (previous?.catalogue_sizes ?? []),
    pulled_at: wasPulled ? startedAt : (previous?.pulled_at ?? null),
    previous: previous ? { id: previous.id, computed_at: previous.computed_at } : null,
    lists_members: true,
  }
  const propagated = new Set(elementSets)
  return {
    run,
    tally,
    objects: members.map((elements) => listedObject(elements, typeOf(elements, satcat).object_type)),
    staleIds: new Set(members.filter((each) => !propagated.has(each)).map(({ norad_id }) => norad_id)),
    hasDecayed: (norad_id) => typeof satcat(norad_id)?.decay_date === 'string',
    previous,
  }
}

/** Sorts by time, and is no other run's. */
function newRunId(now: number): string {
  return `${iso(now).replace(/[-:]|\.\d+/g, '')}-${crypto.randomUUID().slice(0, 8)}`
}
