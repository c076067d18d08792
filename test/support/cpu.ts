interface Measuring {
  readonly rounds?: number
  /** How often each way is taken in a round. */
  readonly times?: number
}

/**
 * Returns the milliseconds of CPU that this process uses for each way of doing something, once: the least of
 * some rounds, in which the ways take turns, so that other load on the machine meets all of them.
 */
export async function cpuOf(
  ways: readonly (() => unknown)[],
  { rounds = 10, times = 50 }: Measuring = {},
): Promise<number[]> {
  const least = ways.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < rounds; round += 1) {
    for (const [i, act] of ways.entries()) {
      const from = process.cpuUsage()
      for (let n = 0; n < times; n += 1) await act()
      const { user, system } = process.cpuUsage(from)
      least[i] = Math.min(least[i] as number, (user + system) / 1_000 / times)
    }
  }
  return least
}
