import type { Terminal } from '#terminal'

/** Variable that tells a process of `serve --workers` its number. */
export const SLOT_VARIABLE = 'SPACE_DATA_WORKER_SLOT'

/**
 * Returns the number of this worker, from 1; `undefined` in a process that serves alone. Only the first runs
 * jobs, prints the banner and reports warnings.
 */
export function workerSlot(env: Terminal['env']): number | undefined {
  const text = env[SLOT_VARIABLE]
  return text === undefined ? undefined : Number(text)
}
