import { type SliceTask, tallySlice } from '#orbit/tally'

/** The parts of a worker's `parentPort` that are used here. */
interface ParentPort {
  on(event: 'message', listener: (task: SliceTask) => void): unknown
  postMessage(message: unknown, transfer: readonly ArrayBufferLike[]): void
}

// The cast keeps Node's types out of core. Any error here ends the thread and fails its slice.
const { parentPort }: { parentPort: ParentPort } = await import('node:worker_threads' as string)

parentPort.on('message', (task) => {
  const tally = tallySlice(task)
  const counters = [tally, ...tally.custom].flatMap(({ counts, byType }) => [counts.buffer, byType.buffer])
  parentPort.postMessage(tally, [...counters, tally.byKm.buffer])
})
