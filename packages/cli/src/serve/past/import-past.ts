import { Worker } from 'node:worker_threads'
import type { WholeSpaceData } from '@space-data/core'
import { readAsOperator } from '#instance/operator-request'

/** Whether a sample server lacks a history: a store with reports has one. */
export async function lacksPast(spaceData: WholeSpaceData): Promise<boolean> {
  const { data } = await readAsOperator<{ readonly count: number }>('/v1/reports', spaceData)
  return data.count === 0
}

/**
 * Imports, as an ordinary export, the data that a sample server would have recorded and computed in the month
 * before. Importing the same history again duplicates nothing.
 */
export async function importPast(past: readonly string[], { jobs, store }: WholeSpaceData): Promise<void> {
  await store.import(async function* () {
    yield* past
  })
  await jobs.reports.run()
}

/** Limits of the heap of the thread: a larger young generation saves few collections. */
const HEAP = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 350 }

/**
 * Returns the export of the history, in chunks. A separate thread generates it, so that no request waits. The
 * built file is in the same folder as this one.
 */
export function simulateElsewhere(present: number, signal: AbortSignal): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./past-worker.js', import.meta.url), {
      workerData: present,
      resourceLimits: HEAP,
    })
    const chunks: string[] = []
    signal.addEventListener('abort', () => void worker.terminate())
    worker
      .on('message', (text: string) => chunks.push(text))
      .on('error', reject)
      .on('exit', (code) => (code === 0 ? resolve(chunks) : reject(new Error(`it exited with code ${code}`))))
  })
}
