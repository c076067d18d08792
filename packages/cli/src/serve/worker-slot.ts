/** Variable that tells a process of `serve --workers` its number. */
const SLOT_VARIABLE = 'SPACE_DATA_WORKER_SLOT'

/** Variable that tells it where the first process serves the metrics of all. */
export const METRICS_VARIABLE = 'SPACE_DATA_WORKER_METRICS'

/** Variable that tells it the port of all, which the supervisor has picked if it was to be a free one. */
export const PORT_VARIABLE = 'SPACE_DATA_WORKER_PORT'

/**
 * Returns the number of this worker, from 1; `undefined` in a process that serves alone. Only the first runs
 * jobs, prints the banner and reports warnings.
 */
export function workerSlot(env: Readonly<Record<string, string | undefined>>): number | undefined {
  const text = env[SLOT_VARIABLE]
  return text === undefined ? undefined : Number(text)
}

/** Returns the variables of the worker with a number: the port of all, and where their metrics are served. */
export function workerVariables(
  slot: number,
  port: number,
  metrics: string | undefined,
): Record<string, string | undefined> {
  return { [SLOT_VARIABLE]: String(slot), [PORT_VARIABLE]: String(port), [METRICS_VARIABLE]: metrics }
}
