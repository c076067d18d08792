import { Worker } from 'node:worker_threads'
import type { SpaceData } from '@space-data/core'
import { readAsOperator } from '#instance/operator-request'

/** Whether a sample server has to be given a past: a store that has reports has one. */
export async function lacksPast(spaceData: SpaceData): Promise<boolean> {
  const { data } = await readAsOperator<{ readonly count: number }>('/v1/reports', spaceData)
  return data.count === 0
}

/**
 * Gives a sample server what it would have recorded, found and computed in the month before: it comes into
 * the store as any other export does. The same past may be imported again: nothing is doubled.
 */
export async function importPast(past: readonly string[], { jobs, store }: SpaceData): Promise<void> {
  await store.import(async function* () {
    yield* past
  })
  await jobs.reports.run()
}

/** Bounds of the heap of the thread: a larger young generation spares it half of the collections. */
const HEAP = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 600 }

/**
 * Returns the export of the past, in chunks. It is made on a thread of its own, which no request waits for.
 * The built file is in the same folder as this one.
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
