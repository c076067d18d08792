import { availableParallelism, hostname } from 'node:os'
import { parseWholeNumber } from '#kit/raw-value'

const MOST = 64

/** Returns the number of threads: `--workers`, or one per core. */
export function parseWorkers(text: string | undefined): number {
  if (text === undefined) return Math.min(availableParallelism(), MOST)
  return parseWholeNumber({ text, from: '--workers' }, MOST, 1)
}

/** Returns the number of threads that leaves one core for requests. */
export function spareWorkers(): number {
  return Math.max(1, parseWorkers(undefined) - 1)
}

/** Returns the name under which other processes see a job of this process. */
export function instanceName(): string {
  return `process ${process.pid} on ${hostname()}`
}
