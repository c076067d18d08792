/** Lets at most so many pieces of work run at a time; the others wait for their turn, first come, first served. */
export function turnsOf(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = most
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((go) => waiting.push(go))
    try {
      return await work()
    } finally {
      // Whose turn is next takes ours; only when nobody waits is there one more.
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
