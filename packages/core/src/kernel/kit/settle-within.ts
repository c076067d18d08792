/**
 * Waits until all promises have settled, or for the given number of milliseconds. Unsettled work continues.
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
