/**
 * Maximum number of concurrent requests to the store, because the timeout of each request also runs while
 * earlier ones are served.
 */
export const STORE_BATCH = 1_000

/** Maps items concurrently, at most `STORE_BATCH` at a time. Returns the results in order. */
export async function mapInBatches<T, U>(items: readonly T[], map: (item: T) => Promise<U>): Promise<U[]> {
  const results: U[] = []
  for (let i = 0; i < items.length; i += STORE_BATCH) {
    results.push(...(await Promise.all(items.slice(i, i + STORE_BATCH).map((item) => map(item)))))
  }
  return results
}
