declare const setImmediate: ((callback: () => void) => unknown) | undefined

/**
 * Resolves when the event loop has processed waiting events. Long work that awaits only settled promises
 * would otherwise block it.
 */
export function endOfTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve)
    else setTimeout(resolve, 0)
  })
}

/** Number of elements created per turn: a day by minute, about 0.3 ms. */
const ELEMENTS_PER_TURN = 1_440

/** Creates a long array as `Array.from` does, and yields to the event loop after each day of minutes. */
export async function arrayInTurns<T>(length: number, make: (index: number) => T): Promise<T[]> {
  const made: T[] = []
  for (let index = 0; index < length; index += 1) {
    if (index > 0 && index % ELEMENTS_PER_TURN === 0) await endOfTurn()
    made.push(make(index))
  }
  return made
}

/** CPU time of one turn, in milliseconds. */
const TURN_MS = 5

/** Runs a generator, and yields to the event loop at its next `yield` after every 5 ms. */
export async function inTurns<T>(work: Generator<unknown, T>): Promise<T> {
  let since = performance.now()
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    if (performance.now() - since < TURN_MS) continue
    await endOfTurn()
    since = performance.now()
  }
}

/** Runs a generator in one turn. */
export function atOnce<T>(work: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}
