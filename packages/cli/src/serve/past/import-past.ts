import { fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
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

/**
 * Garbage collection of the process: within limits, as a larger young generation saves few collections, and in one
 * thread, as helper threads take a twentieth more CPU time.
 */
const HEAP = ['--max-semi-space-size=16', '--max-old-space-size=240', '--single-threaded-gc']
/** Niceness of the process: beside busy programs, it gets about a quarter of a core. */
const NICENESS = 5

/**
 * Returns the export of the history, in chunks. A separate process generates it, so that no request waits, the
 * server keeps none of the memory, and other programs come first. The built file is in the same folder as this
 * one.
 */
export function simulateElsewhere(present: number, signal: AbortSignal): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const path = fileURLToPath(new URL('./past-process.js', import.meta.url))
    const child = fork(path, [String(present)], {
      execArgv: HEAP,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    if (child.pid !== undefined) setPriority(child.pid, NICENESS)
    const chunks: string[] = []
    let errors = ''
    child.stderr?.on('data', (text) => {
      errors = `${errors}${text}`.slice(0, 2_000)
    })
    signal.addEventListener('abort', () => void child.kill())
    child
      .on('message', (text: string) => chunks.push(text))
      .on('error', reject)
      .on('close', (code) =>
        code === 0 ? resolve(chunks) : reject(new Error(`it exited with code ${code}: ${errors}`)),
      )
  })
}
