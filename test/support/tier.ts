/** The tier that runs: `pnpm test`, `pnpm test:resilience` or `pnpm soak`. A file run alone is in `test`. */
export const TIER = (process.env['TIER'] ?? 'test') as 'test' | 'resilience' | 'soak'

/** How much is tried: in `test` enough to catch a mistake, in the others as much as finds what is rare. */
export function byTier<T>(inTest: T, inResilience: T, inSoak = inResilience): T {
  return { test: inTest, resilience: inResilience, soak: inSoak }[TIER]
}

/** The same in `test` and `test:resilience`, and more in `pnpm soak`. */
export function orInSoak<T>(usual: T, long: T): T {
  return byTier(usual, usual, long)
}

/** The seed of all properties of a run, which the summary prints; `SEED=N` repeats them. */
const SEED = Number(process.env['SEED'])

/** Parameters of a property: how often it runs, from the seed of this run. */
export function runs(inTest: number, inResilience: number, inSoak = inResilience) {
  return { numRuns: byTier(inTest, inResilience, inSoak), seed: SEED }
}
