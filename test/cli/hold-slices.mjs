// Preloaded into `shell run`: each of its threads returns as many slices as the file HELD_SLICES says, and
// holds the next one, finished as it is, until the file says more.
import { readFileSync } from 'node:fs'
import { isMainThread, parentPort } from 'node:worker_threads'

if (!isMainThread) {
  const post = parentPort.postMessage.bind(parentPort)
  const never = new Int32Array(new SharedArrayBuffer(4))
  let slices = 0
  parentPort.postMessage = (tally) => {
    slices += 1
    while (slices > Number(readFileSync(process.env.HELD_SLICES, 'utf8'))) Atomics.wait(never, 0, 0, 20)
    post(tally)
  }
}
