import { test } from 'vitest'
import { TIER } from '../support/tier.ts'
import { LONG_RUN } from './may-skip.ts'

/** A test that only `pnpm soak` runs. */
export function longRun(name: string, timeoutMs: number, run: () => Promise<void>): void {
  test.skipIf(TIER !== 'soak')(LONG_RUN + name, { timeout: timeoutMs }, run)
}
