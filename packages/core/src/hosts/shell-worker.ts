import { type SliceTask, tallySlice } from '#orbit/tally'

/** What we use of a worker's `parentPort`. */
interface ParentPort {
  on(event: 'message', listener: (task: SliceTask) => void): unknown
  postMessage(message: unknown, transfer: readonly ArrayBufferLike[]): void
}

// The cast keeps Node's types out of core. Whatever is thrown here ends the worker and fails its slice.
const { parentPort }: { parentPort: ParentPort } = await import('node:worker_threads' as string)

parentPort.on('message', (task) => {
  const tally = tallySlice(task)
  parentPort.postMessage(tally, [tally.counts.buffer, tally.byType.buffer])
})
