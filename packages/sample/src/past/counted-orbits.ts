import type { CustomSamples, SlicePool, SliceTask, Tally, TallyStats } from '@space-data/core/debris'

interface Counted extends Pick<SliceTask, 't0' | 'grid'> {
  readonly elementSet: SliceTask['elementSets'][number]
  readonly type: number
  /** The custom shells that count the object. */
  readonly shells: Uint16Array
  readonly grids: NonNullable<SliceTask['custom']>['grids']
  /** Number of the last night with the object. */
  night: number
}

/**
 * A pool for several nights that counts the orbit of an object once: objects of the sample never change their
 * orbits, and their positions over a day differ little from day to day. A night then costs only the objects
 * that were added or removed since the previous night.
 */
export class CountedOrbits implements SlicePool {
  readonly size = 1
  /** One slice for the catalogue. */
  readonly sliceSize = 100_000
  readonly #pool: SlicePool
  readonly #counted = new Map<number, Counted>()
  #night = 0
  #total: Tally | undefined

  constructor(pool: SlicePool) {
    this.#pool = pool
  }

  /** Counts a whole night. */
  async run(task: SliceTask): Promise<Tally> {
    this.#night += 1
    const fresh: number[] = []
    const { elementSets } = task
    for (let i = 0; i < elementSets.length; i += 1) {
      const counted = this.#counted.get(elementSets[i]!.noradId)
      if (counted) counted.night = this.#night
      else fresh.push(i)
    }
    const isComplete = elementSets.length - fresh.length === this.#counted.size
    const left = isComplete ? undefined : taskOf(this.#takeLeft())
    if (this.#total && left) this.#total = add(this.#total, await this.#pool.run(left), -1)
    for (const i of fresh) this.#remember(task, i)
    if (this.#total && fresh.length === 0) return this.#total
    const added = await this.#pool.run(selected(task, fresh))
    this.#total = this.#total ? add(this.#total, added, 1) : added
    return this.#total
  }

  /** Keeps the pool for the next night. */
  async close(): Promise<void> {}

  /** Removes the objects without a set in this night, and returns them. */
  #takeLeft(): Counted[] {
    const left: Counted[] = []
    for (const [noradId, counted] of this.#counted) {
      if (counted.night === this.#night) continue
      left.push(counted)
      this.#counted.delete(noradId)
    }
    return left
  }

  #remember({ elementSets, types, t0, grid, custom }: SliceTask, i: number): void {
    const elementSet = elementSets[i]!
    this.#counted.set(elementSet.noradId, {
      ...{ elementSet, t0, grid, type: types?.[i] ?? 3, grids: custom?.grids ?? [], night: this.#night },
      shells: custom?.shellsByGroup[custom.groups[i]!] ?? new Uint16Array(),
    })
  }
}

/** Returns the task that counts objects again. */
function taskOf(objects: readonly Counted[]): SliceTask | undefined {
  const [first] = objects
  return (
    first && {
      elementSets: objects.map(({ elementSet }) => elementSet),
      types: Uint8Array.from(objects, ({ type }) => type),
      t0: first.t0,
      grid: first.grid,
      custom: {
        grids: first.grids,
        groups: Uint32Array.from(objects.keys()),
        shellsByGroup: objects.map(({ shells }) => shells),
      },
    }
  )
}

function selected({ elementSets, types, custom, ...task }: SliceTask, indexes: readonly number[]): SliceTask {
  return {
    ...task,
    elementSets: indexes.map((i) => elementSets[i]!),
    ...(types && { types: Uint8Array.from(indexes, (i) => types[i]!) }),
    ...(custom && {
      custom: { ...custom, groups: Uint32Array.from(indexes, (i) => custom.groups[i]!) },
    }),
  }
}

/** Adds a tally to another, or subtracts it. */
function add(one: Tally, other: Tally, sign: 1 | -1): Tally {
  const sum = (a: Uint32Array, b: Uint32Array) => {
    const sums = a.slice()
    for (let i = 0; i < sums.length; i += 1) sums[i]! += sign * b[i]!
    return sums
  }
  const names = Object.keys(one.stats) as (keyof TallyStats)[]
  return {
    counts: sum(one.counts, other.counts),
    byType: sum(one.byType, other.byType),
    byKm: sum(one.byKm, other.byKm),
    custom: one.custom.map(
      ({ counts, byType }, i): CustomSamples => ({
        counts: sum(counts, other.custom[i]!.counts),
        byType: sum(byType, other.custom[i]!.byType),
      }),
    ),
    stats: Object.fromEntries(
      names.map((name) => [name, one.stats[name] + sign * other.stats[name]]),
    ) as unknown as TallyStats,
  }
}
