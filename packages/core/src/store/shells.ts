import type { CatalogueDiff } from '#orbit/diff'
import type { ShellSamples } from '#orbit/shell-density'
import type { ShellGrid } from '#orbit/shell-grid'
import type { Soon } from '#soon'
import { fromBase64, toBase64 } from '#store/base64'
import { whenStoreFails } from '#store/fallback'
import { KEPT_MS } from '#store/snapshots-in-store'
import type { Store } from '#store/store'
import { days, FOREVER, hours, nextShellRun, seconds } from '#time'

/** A run as it was published; instants are epoch milliseconds. */
export interface ShellRun {
  readonly id: string
  /** When its catalogue was pulled. */
  readonly fetched_at: number
  readonly started_at: number
  readonly computed_at: number
  /** Start of the 24 hours that were propagated. */
  readonly t0: number
  readonly grid: ShellGrid
  readonly catalogue_hash: string
  readonly source: string
  readonly method: string
  /** Objects of the catalogue, what became of them, and where their samples fell. */
  readonly counts: ShellCounts
  readonly samples_by_shell: readonly number[]
  /** Sizes of the last seven pulled catalogues, newest last. */
  readonly catalogue_sizes: readonly number[]
  /** When the last run that pulled its catalogue began: this one, or one before it. */
  readonly pulled_at: number | null
  readonly previous: { readonly id: string; readonly computed_at: number } | null
  /** That it lists all members of its catalogue; absent in runs of versions before, which list what they propagated. */
  readonly lists_members?: true
}

/** Of a run: `catalogue`, `used`, `stale` and `failed` are objects; the others samples of the used ones, none of them unaccounted for. */
export interface ShellCounts {
  readonly catalogue: number
  readonly used: number
  readonly stale: number
  readonly failed: number
  readonly in_range: number
  readonly below: number
  readonly above: number
  readonly lost: number
}

/** Objects to a record: small enough for stores whose records have a limit. */
export const OBJECTS_IN_PIECE = 5_000

/** The parts that every run has beside its `meta`; its `diff` is there if there was a run before it. */
export function partsOf({ samples_by_shell, counts, lists_members }: ShellRun): string[] {
  const listed = lists_members ? counts.catalogue : counts.catalogue - counts.stale
  return [
    ...samples_by_shell.map((_, shell) => `shell:${shell}`),
    ...Array.from({ length: Math.ceil(listed / OBJECTS_IN_PIECE) }, (_, piece) => `objects:${piece}`),
    ...(lists_members ? [LEFT] : []),
  ]
}

/** The numbers of objects that left the catalogue and are not back, those that left last at the end. */
export const LEFT = 'left'

/** The sets of origins that have a run in a store. */
export async function worldsWithShells(store: Store): Promise<string[]> {
  const names = await store.keys('shell:')
  const worlds = names.map((name) => /^shell:(.*):[^:]+:meta$/.exec(name)?.[1])
  return [...new Set(worlds.filter((world) => world !== undefined))].sort()
}

/** The newest run of another set of origins, if it is newer than the one that this set has. */
export async function newerElsewhere(
  store: Store,
  world: string,
  now: number,
): Promise<ShellRun | undefined> {
  const runOf = async (origins: string) => {
    const shells = shellsOf(store, origins)
    return shells.named(await shells.pointer(now))
  }
  let newest = await runOf(world)
  let found: ShellRun | undefined
  for (const origins of (await worldsWithShells(store)).filter((each) => each !== world)) {
    const run = await runOf(origins)
    if (run && run.computed_at > (newest?.computed_at ?? 0)) {
      newest = run
      found = run
    }
  }
  return found
}

/** How long a reader may go on with the run that it saw last. */
const REMEMBERED_MS = seconds(30)
const opened = new WeakMap<Store, Map<string, Shells>>()

/** The published shells of a store and a set of upstream origins: one instance each, so that what is seen is shared. */
export function shellsOf(store: Store, world: string): Shells {
  const worlds = opened.get(store) ?? new Map<string, Shells>()
  opened.set(store, worlds)
  const shells = worlds.get(world) ?? new Shells(store, world)
  worlds.set(world, shells)
  return shells
}

/**
 * A pointer names the current run, and everything else stands under the run's id. The pointer is held as a claim,
 * `<run> <token>`: a job that begins puts its token there, so that no job before it can turn the pointer any more.
 */
export class Shells {
  readonly #store: Store
  readonly #prefix: string
  #seen: { run: ShellRun; until: number } | undefined

  constructor(store: Store, world: string) {
    this.#store = store
    this.#prefix = `shell:${world}:`
  }

  /** The run that readers see, remembered for 30 seconds, and while the store cannot tell of another. */
  current(now: number): Soon<ShellRun | undefined> {
    const seen = this.#seen
    return seen && now < seen.until && now >= seen.until - REMEMBERED_MS ? seen.run : this.#look(now)
  }

  /** Makes the next reader look again. */
  forget(): void {
    this.#seen = undefined
  }

  async pointer(now: number): Promise<string> {
    return this.#store.counters.holder(`${this.#prefix}current`, now, FOREVER)
  }

  /** The run that a pointer names, if it names one. */
  async named(pointer: string): Promise<ShellRun | undefined> {
    const [id] = pointer.split(' ')
    return id ? this.part<ShellRun>(id, 'meta') : undefined
  }

  async turn(from: string, to: string, now: number): Promise<boolean> {
    const turned = await this.#store.counters.swap(`${this.#prefix}current`, from, to, FOREVER, now)
    this.forget()
    return turned
  }

  async shell({ id }: ShellRun, shell: number): Promise<ShellSamples | undefined> {
    const kept = await this.part<{ counts: string; by_type: number[] }>(id, `shell:${shell}`)
    return kept && { counts: fromBase64(kept.counts), byType: Uint32Array.from(kept.by_type) }
  }

  putShell(id: string, shell: number, { counts, byType }: ShellSamples): Promise<void> {
    return this.put(id, `shell:${shell}`, { counts: toBase64(counts), by_type: [...byType] })
  }

  /** What changed since the run before; `undefined` for a run of a version that did not compare members. */
  async diff(run: ShellRun): Promise<CatalogueDiff | undefined> {
    return run.lists_members ? this.part(run.id, 'diff') : undefined
  }

  part<T>(id: string, part: string): Promise<T | undefined> {
    return this.#store.get(`${this.#prefix}${id}:${part}`)
  }

  put(id: string, part: string, value: unknown): Promise<void> {
    return this.#store.set(`${this.#prefix}${id}:${part}`, value)
  }

  /** Deletes all runs, whole or begun, but those named. */
  async deleteAllBut(ids: readonly string[]): Promise<void> {
    for (const key of await this.#store.keys(this.#prefix)) {
      const id = key.slice(this.#prefix.length).split(':')[0] ?? ''
      if (!ids.includes(id)) await this.#store.delete(key)
    }
  }

  async #look(now: number): Promise<ShellRun | undefined> {
    const seen = this.#seen
    const run = await whenStoreFails<ShellRun | undefined>(
      async () => this.named(await this.pointer(now)),
      (failure) => {
        if (!seen) throw failure
        return seen.run
      },
    )
    this.#seen = run && { run, until: now + REMEMBERED_MS }
    return run
  }
}

/** How long a run is valid. */
export const VALID_MS = hours(24)
/** How long after 03:17 UTC a run may be on its way while last night's is still served. */
const GRACE_MS = hours(2)

/**
 * Whether readers are given a run: for a day since it was pulled, also where a part of its catalogue was held already, and for as
 * long as stale answers are; past that, last night's alone, while the next is on its way.
 */
export function isServed(
  { fetched_at, pulled_at, started_at }: ShellRun,
  now: number,
  staleIfErrorMs: number,
): boolean {
  const since = Math.max(fetched_at, pulled_at ?? fetched_at)
  if (now < since + VALID_MS + Math.min(staleIfErrorMs, KEPT_MS)) return true
  const due = nextShellRun(now) - days(1)
  return now - due < GRACE_MS && started_at >= due - days(1)
}
