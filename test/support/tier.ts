/** The tier that runs: `pnpm test`, `pnpm test:resilience` or `pnpm soak`. A file run by itself is in `test`. */
export const TIER = (process.env['TIER'] ?? 'test') as 'test' | 'resilience' | 'soak'

/** How much is tried: usually enough to catch a mistake, in `pnpm soak` as much as finds what is rare. */
export function orInSoak<T>(usual: T, inSoak: T): T {
  return TIER === 'soak' ? inSoak : usual
}

/** The seed of all properties of a run, which the summary prints; `SEED=N` repeats them. */
const SEED = Number(process.env['SEED'])

/** Parameters of a property: how often it runs, from the seed of this run. */
export function runs(usual: number, inSoak: number) {
  return { numRuns: orInSoak(usual, inSoak), seed: SEED }
}
