declare const setImmediate: ((callback: () => void) => unknown) | undefined

/**
 * Resolves when the event loop has served what was waiting: long work that only awaits what is ready would
 * otherwise keep it to itself.
 */
export function endOfTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve)
    else setTimeout(resolve, 0)
  })
}

/** Elements that are made in one turn: a day by minute, some 0.3 ms. */
const ELEMENTS_PER_TURN = 1_440

/** Makes a long array as `Array.from` does, with an end of the turn after each day of minutes. */
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

/** Does work that yields wherever others may be served, and lets them whenever it has taken 5 ms. */
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

/** Does the same work in one turn. */
export function atOnce<T>(work: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}
