import { hasCaptures } from '../fixtures/captures.ts'

/** How the name of a test begins that only `pnpm soak` runs. */
export const LONG_RUN = 'long run: '

/** Whether a test may be skipped where everything is installed that any test needs. */
export function maySkip(fullName: string): boolean {
  return fullName.includes(LONG_RUN) || (!hasCaptures && /captur/.test(fullName))
}
