import { hasCaptures } from '../fixtures/captures.ts'

/** How the name of a test begins that only `pnpm soak` runs. */
export const LONG_RUN = 'long run: '

/** Not every container lets its root mount a small disk, which then cannot be filled. */
const FULL_DISK = /\bdisk\b.* full\b/

/** Whether a test may be skipped where everything is installed that any test needs. */
export function maySkip(fullName: string): boolean {
  return fullName.includes(LONG_RUN) || FULL_DISK.test(fullName) || (!hasCaptures && /captur/.test(fullName))
}
