/**
 * Waits until all promises have settled, or for some milliseconds; what has not settled by then goes on.
 * Never rejects.
 */
export async function settleWithin(ms: number, promises: readonly Promise<unknown>[]): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([Promise.allSettled(promises), timeout])
  clearTimeout(timer)
}
