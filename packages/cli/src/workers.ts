import { availableParallelism, hostname } from 'node:os'
import { wholeNumber } from '#given'

const MOST = 64

/** Threads that `--workers` asks for, or one for each core. */
export function workersOf(text: string | undefined): number {
  if (text === undefined) return Math.min(availableParallelism(), MOST)
  return wholeNumber({ text, from: '--workers' }, MOST, 1)
}

/** Threads that leave a core to the requests. */
export function spareWorkers(): number {
  return Math.max(1, workersOf(undefined) - 1)
}

/** What other processes are told that find this one at the job. */
export function whoWeAre(): string {
  return `process ${process.pid} on ${hostname()}`
}
