/** Returns a function that runs at most `limit` tasks concurrently. Other tasks wait in order of arrival. */
export function limitConcurrency(limit: number): <T>(task: () => Promise<T>) => Promise<T> {
  let free = limit
  const waiting: (() => void)[] = []
  return async (task) => {
    if (free > 0) free -= 1
    else await new Promise<void>((start) => waiting.push(start))
    try {
      return await task()
    } finally {
      // The slot passes to the next waiting task without becoming free in between.
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
