import * as v from 'valibot'
import { CUSTOM_SHELL_ID, type CustomSamples } from '#features/debris/custom-groups/custom-shell'
import type { ShellCounts } from '#features/debris/density/shell-counts'
import type { ShellSamples } from '#features/debris/density/shell-density'
import type { ShellGrid } from '#features/debris/density/shell-grid'
import type { DaySummary } from '#features/debris/diff/day-summary'
import type { CatalogueDiff } from '#features/debris/diff/diff'
import { fromPacked, toPacked } from '#features/debris/shells/packed'
import type { MaybePromise } from '#kernel/kit/maybe-promise'
import { FOREVER, seconds } from '#kernel/kit/time'
import { listOriginsIds, partlyChecked, recordKind } from '#kernel/storage/records/record-kind'
import { Records } from '#kernel/storage/records/records'
import { matching, positive, whole } from '#kernel/storage/records/schemas'
import type { Store } from '#kernel/storage/store'
import { withStoreFallback } from '#kernel/storage/store-failure'

/** A published run; instants are epoch milliseconds. */
export interface ShellRun {
  readonly id: string
  /** Time at which its catalogue was fetched. */
  readonly fetchedAt: number
  readonly startedAt: number
  readonly computedAt: number
  /** Start of the 24 hours that were propagated. */
  readonly t0: number
  readonly grid: ShellGrid
  readonly catalogueHash: string
  readonly source: string
  readonly method: string
  readonly counts: ShellCounts
  readonly samplesByShell: readonly number[]
  /** Sizes of the last seven pulled catalogues, newest last. */
  readonly catalogueSizes: readonly number[]
  /** Start of the last run that pulled its catalogue: this run or an earlier one. */
  readonly pulledAt: number | null
  readonly previous: { readonly id: string; readonly computedAt: number } | null
  /** Ids of the custom shells that it counted. */
  readonly customShells: readonly string[]
  /** Ordinal number of the run, starting at 1. */
  readonly number: number
  /** The highest sequential catalogue number in its catalogue and all earlier ones. */
  readonly highestId: number
  /** First catalogue number of each part of its objects. */
  readonly firstIds: readonly number[]
}

export type { ShellCounts } from '#features/debris/density/shell-counts'

/**
 * Error: a part of a run is not stored, because it is lost, or because two newer runs have been published.
 */
export class RunGoneError extends Error {
  override readonly name = 'RunGoneError'
}

/**
 * Objects per record. A record has about 350 kB, which is small enough for stores that limit the size of
 * records.
 */
export const OBJECTS_PER_PART = 1_500

/** Returns the names of the parts of a run, without `meta`. The first run has no difference. */
export function partNames({ samplesByShell, firstIds, previous, customShells }: ShellRun): string[] {
  return [
    ...samplesByShell.map((_, shell) => `shell:${shell}`),
    ...firstIds.map((_, part) => `objects:${part}`),
    DEPARTED_PART,
    RUNS_PART,
    DAY_PART,
    ...customShells.map(customPart),
    ...(previous ? [DIFF_PART] : []),
  ]
}

/** The part with the summary of the day. */
const DAY_PART = 'day'
/** The part with the difference from the previous run. */
export const DIFF_PART = 'diff'
const customPart = (id: string) => `custom:${id}`

/** The part with the objects that have left the catalogue and not returned, the latest last. */
export const DEPARTED_PART = 'left'
/** The part with the ids and numbers of earlier runs, the latest last. */
export const RUNS_PART = 'runs'

/** Format of the id of a run. */
export const RUN_ID = /[\w-]{1,64}/

/** The description of a run, stored beside its parts. */
export const shellRunKind = recordKind<ShellRun>({
  name: 'shell',
  id: new RegExp(`${RUN_ID.source}:meta`),
  schema: partlyChecked<ShellRun>(
    v.object({
      id: matching(RUN_ID),
      computedAt: whole,
      counts: v.object({ catalogue: whole, stale: whole }),
      samplesByShell: v.array(whole),
      customShells: v.array(matching(CUSTOM_SHELL_ID)),
      number: positive,
      highestId: whole,
      firstIds: v.array(whole),
      previous: v.nullable(v.object({ id: v.string(), computedAt: whole })),
    }),
  ),
})

/** Returns the newest run of other origin sets, if it is newer than the current run of this one. */
export async function findNewerRunElsewhere(
  store: Store,
  originsId: string,
  now: number,
): Promise<ShellRun | undefined> {
  const origins = new Set([originsId, ...(await listOriginsIds(shellRunKind, store))])
  const runs = await Promise.all([...origins].map((each) => new Shells(store, each).published(now)))
  const newest = runs.reduce((one, other) =>
    (other?.computedAt ?? 0) > (one?.computedAt ?? 0) ? other : one,
  )
  return newest === runs[0] ? undefined : newest
}

/** How long the current run is cached. */
const CACHE_TTL_MS = seconds(30)

/**
 * The published shells. A pointer identifies the current run; all parts are stored under the id of their run.
 * The pointer is a counter key with the owner `<run id> <token>`. A job sets its own token (the fence) when
 * it begins, after which no earlier job can change the pointer.
 */
export class Shells {
  readonly #store: Store
  readonly #runs: Records<ShellRun>
  readonly #prefix: string
  #cached: { run: ShellRun; until: number } | undefined
  #seenId: string | undefined

  constructor(store: Store, originsId: string) {
    this.#store = store
    this.#runs = new Records(shellRunKind, { store }, originsId)
    this.#prefix = `${shellRunKind.name}:${originsId}:`
  }

  /** Returns the current run, cached for 30 seconds and while the store is unavailable. */
  current(now: number): MaybePromise<ShellRun | undefined> {
    const cached = this.#cached
    return cached && now < cached.until && now >= cached.until - CACHE_TTL_MS
      ? cached.run
      : this.#readCurrent(now)
  }

  /**
   * The id of the run that this process last published or read. As part of the cache key of a page, it
   * invalidates the page when there is a new run.
   */
  get seenId(): string | undefined {
    return this.#seenId
  }

  /** Clears the cached run. */
  invalidate(): void {
    this.#cached = undefined
  }

  /** Returns the pointer, or `''` if nothing was ever published. */
  async readPointer(now: number): Promise<string> {
    return this.#store.atomic.get(`${this.#prefix}current`, now, FOREVER)
  }

  /** Returns the run that a pointer identifies, if any. */
  async findRun(pointer: string): Promise<ShellRun | undefined> {
    const [id] = pointer.split(' ')
    return id ? this.#runs.read(`${id}:meta`) : undefined
  }

  /** Returns the current run as it is stored. */
  async published(now: number): Promise<ShellRun | undefined> {
    return this.findRun(await this.readPointer(now))
  }

  /** Changes the pointer if it is still `from`; returns whether it did. */
  async swapPointer(from: string, to: string, now: number): Promise<boolean> {
    const { atomic } = this.#store
    const isSwapped = await atomic.compareAndSwap(`${this.#prefix}current`, from, to, FOREVER, now)
    this.invalidate()
    if (isSwapped) this.#see(to.split(' ')[0])
    return isSwapped
  }

  readShell({ id }: ShellRun, shell: number): Promise<ShellSamples | undefined> {
    return this.#readPacked(id, `shell:${shell}`)
  }

  writeShell(id: string, shell: number, samples: ShellSamples): Promise<void> {
    return this.writePart(id, `shell:${shell}`, toPacked(samples))
  }

  /** Returns the samples of a custom shell; `undefined` if the run with this id did not count it. */
  readCustomShell(runId: string, id: string): Promise<CustomSamples | undefined> {
    return this.#readPacked(runId, customPart(id))
  }

  writeCustomShell(runId: string, id: string, samples: CustomSamples): Promise<void> {
    return this.writePart(runId, customPart(id), toPacked(samples))
  }

  /** Returns the difference from the previous run; `undefined` for the first run. */
  readDiff({ id }: Pick<ShellRun, 'id'>): Promise<CatalogueDiff | undefined> {
    return this.readPart(id, DIFF_PART)
  }

  /** Returns the summary of the day of a run; `undefined` if the run is no longer stored. */
  readDay({ id }: Pick<ShellRun, 'id'>): Promise<DaySummary | undefined> {
    return this.#readPacked(id, DAY_PART)
  }

  /** Stores the summary of the day of a run as one of its parts. */
  writeDay(summary: DaySummary): Promise<void> {
    return this.writePart(summary.runId, DAY_PART, toPacked(summary))
  }

  /** Stores the description of a run, without its parts. */
  writeRun(run: ShellRun): Promise<void> {
    return this.#runs.write(`${run.id}:meta`, run)
  }

  readPart<T>(id: string, part: string): Promise<T | undefined> {
    return this.#store.get(`${this.#prefix}${id}:${part}`)
  }

  writePart(id: string, part: string, value: unknown): Promise<void> {
    return this.#store.set(`${this.#prefix}${id}:${part}`, value)
  }

  async #readPacked<T>(id: string, part: string): Promise<T | undefined> {
    return fromPacked(await this.readPart(id, part))
  }

  /** Deletes all runs, complete or not, except those with these ids. */
  async deleteAllBut(ids: readonly string[]): Promise<void> {
    for (const key of await this.#store.keys(this.#prefix)) {
      const id = key.slice(this.#prefix.length).split(':')[0] ?? ''
      if (!ids.includes(id)) await this.#store.delete(key)
    }
  }

  async #readCurrent(now: number): Promise<ShellRun | undefined> {
    const cached = this.#cached
    const run = await withStoreFallback<ShellRun | undefined>(
      () => this.published(now),
      (failure) => {
        if (!cached) throw failure
        return cached.run
      },
    )
    this.#cached = run && { run, until: now + CACHE_TTL_MS }
    this.#see(run?.id)
    return run
  }

  /** `undefined` means that there is no run. */
  #see(id: string | undefined): void {
    this.#seenId = id || undefined
  }
}
