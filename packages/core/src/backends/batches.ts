import type { Counters, Take } from '#store/counters'

/** Answers the items of one batch, one by one and in their order; `askedAt` is when the first came, by `performance.now()`. */
type RunAll<Item, Answer> = (items: readonly Item[], askedAt: number) => Promise<readonly Answer[]>

interface Waiting<Item, Answer> {
  readonly item: Item
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/**
 * What is asked while a batch is under way goes into the next one together. A batch whose turn comes later than
 * `patienceMs` is never begun: those who asked have given up.
 */
export function inBatches<Item, Answer>(
  runAll: RunAll<Item, Answer>,
  patienceMs: number,
): (item: Item) => Promise<Answer> {
  let filling: Waiting<Item, Answer>[] | undefined
  let last = Promise.resolve()

  return (item) =>
    new Promise((resolve, reject) => {
      const batch = filling ?? newBatch()
      batch.push({ item, resolve, reject })
    })

  function newBatch(): Waiting<Item, Answer>[] {
    const batch: Waiting<Item, Answer>[] = []
    const askedAt = performance.now()
    filling = batch
    last = last.then(() => {
      filling = undefined
      return answer(batch, askedAt)
    })
    return batch
  }

  async function answer(batch: readonly Waiting<Item, Answer>[], askedAt: number): Promise<void> {
    try {
      if (performance.now() - askedAt > patienceMs) throw new Error('The store was busy for too long')
      const answers = await runAll(
        batch.map(({ item }) => item),
        askedAt,
      )
      if (answers.length !== batch.length) throw new Error('The store did not answer everything it was asked')
      batch.forEach(({ resolve }, i) => {
        resolve(answers[i] as Answer)
      })
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
}

/** Equal takes of one batch, which are counted together. */
export interface Wish {
  readonly key: string
  /** A whole number, not below zero. */
  readonly limit: number
  readonly until: number
  readonly now: number
  times: number
}

/** What became of a wish: how many of its takes were granted, and how many are taken with them. */
export interface Outcome {
  readonly granted: number
  readonly used: number
}

/** Takes in batches: each gets a number of its own, and together they never pass the limit. */
export function takesInBatches(takeAll: RunAll<Wish, Outcome>, patienceMs: number): Counters['take'] {
  type Asked = Omit<Wish, 'times'>
  const take = inBatches<Asked, Take>(async (asked, askedAt) => {
    const wishes = new Map<string, Wish>()
    const places = asked.map((one) => {
      const id = `${one.limit} ${one.until} ${one.now} ${one.key}`
      const wish = wishes.get(id) ?? { ...one, times: 0 }
      wishes.set(id, wish)
      return { wish, place: ++wish.times }
    })
    const outcomes = await takeAll([...wishes.values()], askedAt)
    const outcomeOf = new Map([...wishes.values()].map((wish, i) => [wish, outcomes[i]]))
    return places.flatMap(({ wish, place }) => {
      const outcome = outcomeOf.get(wish)
      return outcome ? [takeAt(place, outcome)] : []
    })
  }, patienceMs)
  return (key, limit, until, now) =>
    take({ key, limit: Math.max(0, Math.min(limit, Number.MAX_SAFE_INTEGER)), until, now })
}

/** The first takers get the numbers that were granted, in their order; the rest are refused. */
function takeAt(place: number, { granted, used }: Outcome): Take {
  return place <= granted ? { granted: true, used: used - granted + place } : { granted: false, used }
}

/** One claim of a batch. */
export interface Claim {
  readonly key: string
  readonly value: string
  readonly until: number
  readonly now: number
}
