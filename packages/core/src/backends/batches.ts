import type { Counters, Take } from '#store/counters'
import type { Watch } from '#store/watch'

/** Answers the items of one batch, one by one and in their order; `askedAt` is when the first came, by `performance.now()`. */
type RunAll<Item, Answer> = (items: readonly Item[], askedAt: number) => Promise<readonly Answer[]>

interface Waiting<Item, Answer> {
  readonly item: Item
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/** When batches begin, and who lets them by. */
export interface Batching {
  readonly watch: Watch
  /** A batch whose turn comes later, in milliseconds, is never begun: those who asked have given up. */
  readonly patienceMs: number
  /** Waited for before each batch, which grows meanwhile. Default: a batch begins at once, or behind the one before. */
  readonly gather?: () => Promise<void>
}

/** What is asked while a batch gathers, or while the one before is under way, goes into one batch together. */
export function inBatches<Item, Answer>(
  runAll: RunAll<Item, Answer>,
  { watch, patienceMs, gather }: Batching,
): (item: Item) => Promise<Answer> {
  let filling: Waiting<Item, Answer>[] | undefined
  let last = Promise.resolve()

  return (item) => {
    watch.check()
    return new Promise((resolve, reject) => {
      const batch = filling ?? newBatch()
      batch.push({ item, resolve, reject })
    })
  }

  function newBatch(): Waiting<Item, Answer>[] {
    const batch: Waiting<Item, Answer>[] = []
    const askedAt = performance.now()
    filling = batch
    last = (gather ? last.then(gather) : last).then(() => {
      filling = undefined
      return answer(batch, askedAt)
    })
    return batch
  }

  async function answer(batch: readonly Waiting<Item, Answer>[], askedAt: number): Promise<void> {
    try {
      const answers = await watch.run(() => answersTo(batch, askedAt), askedAt)
      batch.forEach(({ resolve }, i) => {
        resolve(answers[i] as Answer)
      })
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  async function answersTo(
    batch: readonly Waiting<Item, Answer>[],
    askedAt: number,
  ): Promise<readonly Answer[]> {
    if (performance.now() - askedAt > patienceMs) throw new Error('The store was busy for too long')
    const answers = await runAll(
      batch.map(({ item }) => item),
      askedAt,
    )
    if (answers.length !== batch.length) throw new Error('The store did not answer everything it was asked')
    return answers
  }
}

/** Equal takes of one batch, which are counted together. */
export interface Wish {
  readonly key: string
  /** A whole number, not below zero. */
  readonly limit: number
  readonly until: number
  now: number
  times: number
  /** Its place among the wishes of the batch, from 0. */
  readonly nth: number
}

/** What became of a wish: how many of its takes were granted, and how many are taken with them. */
export interface WishOutcome {
  readonly granted: number
  readonly used: number
}

/** Takes in batches: each gets a number of its own, and together they never pass the limit. */
export function takesInBatches(takeAll: RunAll<Wish, WishOutcome>, batching: Batching): Counters['take'] {
  type Asked = Omit<Wish, 'times' | 'nth'>
  const take = inBatches<Asked, Take>(async (asked, askedAt) => {
    const wishes = new Map<string, Wish>()
    const places = asked.map((one) => {
      const wish = likeWish(one, wishes)
      // It is as late as the last of them: all of them asked before.
      wish.now = Math.max(wish.now, one.now)
      wish.times += 1
      return { nth: wish.nth, place: wish.times }
    })
    const outcomes = await takeAll([...wishes.values()], askedAt)
    return places.map(({ nth, place }) => takeAt(place, outcomes[nth]))
  }, batching)
  return (key, limit, until, now) =>
    take({ key, limit: Math.max(0, Math.min(limit, Number.MAX_SAFE_INTEGER)), until, now })
}

/** The wish that a take belongs to; nearly always all takes of a key are alike, and its name alone finds it. */
function likeWish(one: Omit<Wish, 'times' | 'nth'>, wishes: Map<string, Wish>): Wish {
  for (let name = one.key; ; name += ' ') {
    const wish = wishes.get(name)
    if (wish?.key === one.key && wish.limit === one.limit && wish.until === one.until) return wish
    if (wish) continue
    const { key, limit, until, now } = one
    const made = { key, limit, until, now, times: 0, nth: wishes.size }
    wishes.set(name, made)
    return made
  }
}

/** The first takers get the numbers that were granted, in their order; the rest are refused. */
function takeAt(place: number, outcome: WishOutcome | undefined): Take {
  if (!outcome) throw new Error('The store did not answer everything it was asked')
  const { granted, used } = outcome
  return place <= granted ? { granted: true, used: used - granted + place } : { granted: false, used }
}

/** Give-backs in batches: `giveBackAll` is told each key of the batch once, and how often it is given back. */
export function giveBacksInBatches(
  giveBackAll: (times: ReadonlyMap<string, number>, askedAt: number) => Promise<unknown>,
  batching: Batching,
): Counters['giveBack'] {
  return inBatches<string, void>(async (keys, askedAt) => {
    const times = new Map<string, number>()
    for (const key of keys) times.set(key, (times.get(key) ?? 0) + 1)
    await giveBackAll(times, askedAt)
    return keys.map(() => undefined)
  }, batching)
}

/** One raise of a batch. */
export interface Raise {
  readonly key: string
  readonly least: number
  readonly until: number
  readonly now: number
}

/** Raises in batches, in their order. */
export function raisesInBatches(
  raiseAll: (raises: readonly Raise[], askedAt: number) => Promise<unknown>,
  batching: Batching,
): Counters['raise'] {
  const raise = inBatches<Raise, void>(async (raises, askedAt) => {
    await raiseAll(raises, askedAt)
    return raises.map(() => undefined)
  }, batching)
  return (key, least, until, now) => raise({ key, least, until, now })
}

/** One claim of a batch. */
export interface Claim {
  readonly key: string
  readonly value: string
  readonly until: number
  readonly now: number
}
