/** Variable with the number of a process of `serve --workers`. */
const SLOT_VARIABLE = 'SPACE_DATA_WORKER_SLOT'

/** Variable with the URL at which the first process serves the metrics of all workers. */
export const METRICS_VARIABLE = 'SPACE_DATA_WORKER_METRICS'

/** Variable with the shared port, which the supervisor picks if a free one is requested. */
export const PORT_VARIABLE = 'SPACE_DATA_WORKER_PORT'

/**
 * Returns the number of this worker, from 1; `undefined` in a process without workers. Only the first runs
 * jobs, prints the banner and reports warnings.
 */
export function workerSlot(env: Readonly<Record<string, string | undefined>>): number | undefined {
  const text = env[SLOT_VARIABLE]
  return text === undefined ? undefined : Number(text)
}

/** Returns the variables of the worker with a number: the shared port, and the URL of their metrics. */
export function workerVariables(
  slot: number,
  port: number,
  metrics: string | undefined,
): Record<string, string | undefined> {
  return { [SLOT_VARIABLE]: String(slot), [PORT_VARIABLE]: String(port), [METRICS_VARIABLE]: metrics }
}
