import { expect, test, vi } from 'vitest'

vi.setConfig({ testTimeout: 60_000 })

interface Figures {
  readonly perDay: number
  readonly granted: number
  /** Counted at the home of the account. */
  readonly counted: number
  readonly lost: number
  readonly early: number
  readonly missing: number
  readonly lostShare: number
  readonly homeCalls: number
  readonly moved: number
}

/** The simulation of `bench regions`, with real processes in virtual time. */
const { simulate } = (await import(String(new URL('../../bench/regions.mjs', import.meta.url)))) as {
  simulate(scenario: string, seed: number): Promise<Figures>
}

test('regions that lease from a home grant all of a day, and not one request more', async () => {
  const figures = await simulate('a day of 100,000 at 200/s', 7)
  expect(figures).toMatchObject({ granted: 100_000, counted: 100_000, missing: 0 })
  expect(figures.early).toBeLessThan(1_000)
  expect(figures.homeCalls).toBeLessThan(0.1)
})

test.each([
  ['a process is killed', 1 / 64],
  // It asks for the next lease when half of one is left.
  ["a region's store is killed", 1.5 / 64],
])('%s: at most %f of what was left goes with it', async (scenario, most) => {
  for (const seed of [1, 2, 3]) {
    const { granted, counted, lost, lostShare, perDay } = await simulate(scenario, seed)
    expect(counted).toBe(perDay)
    expect(granted + lost).toBe(perDay)
    expect(lostShare).toBeLessThanOrEqual(most)
  }
})

test('a lease ends with its day', async () => {
  expect(await simulate('over midnight', 3)).toEqual({ moved: 0 })
})
