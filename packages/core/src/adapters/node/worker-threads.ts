import type { Worker } from 'node:worker_threads'
import type { SliceTask, Tally } from '#features/debris/density/tally'
import type { SlicePool } from '#features/debris/night/count-slices'
import { InvalidOptionError } from '#kernel/kit/errors'

interface Job {
  readonly task: SliceTask
  readonly resolve: (tally: Tally) => void
  readonly reject: (error: unknown) => void
}

/**
 * Creates a pool of `size` worker threads for the nightly shell job. Threads start immediately, so that they
 * are ready when the catalogue is. If a thread crashes, its slice fails and the thread is replaced. `close`
 * ends all threads and rejects their slices.
 * @throws InvalidOptionError if `size` is not a whole number of at least 1
 * @example
 * import { nodeWorkers } from '@space-data/core/node'
 *
 * spaceData.jobs.start({ pool: () => nodeWorkers(1) })
 */
export function nodeWorkers(size: number): SlicePool {
  if (!Number.isInteger(size) || size < 1)
    throw new InvalidOptionError('nodeWorkers: size must be a whole number of at least 1')
  const waiting: Job[] = []
  const idle: Worker[] = []
  const busy = new Map<Worker, Job>()
  let starting = 0
  let isClosed = false

  for (let n = 0; n < size; n += 1) void start()
  // One slice more than there are threads, so that a thread that has finished gets the next slice
  // immediately.
  return { size: size + 1, run, close }

  function run(task: SliceTask): Promise<Tally> {
    return new Promise((resolve, reject) => {
      if (isClosed) return reject(closedError())
      waiting.push({ task, resolve, reject })
      assignJobs()
    })
  }

  /** Passes waiting slices to idle threads, and starts threads while there are fewer than `size`. */
  function assignJobs(): void {
    while (waiting.length > 0 && idle.length > 0) assign(waiting.shift() as Job, idle.pop() as Worker)
    const missing = Math.min(waiting.length - starting, size - busy.size - starting)
    for (let n = 0; n < missing; n += 1) void start()
  }

  function assign(job: Job, worker: Worker): void {
    busy.set(worker, job)
    worker.postMessage(job.task)
  }

  async function start(): Promise<void> {
    starting += 1
    try {
      const worker = await startWorker()
      if (isClosed) await worker.terminate()
      else idle.push(supervise(worker))
    } catch (error) {
      waiting.shift()?.reject(error)
    } finally {
      starting -= 1
    }
    assignJobs()
  }

  function supervise(worker: Worker): Worker {
    let fault: unknown
    return worker
      .on('message', (tally: Tally) => {
        takeJob(worker)?.resolve(tally)
        idle.push(worker)
        assignJobs()
      })
      .on('error', (error) => {
        fault = error
      })
      .on('exit', (code) => {
        const at = idle.indexOf(worker)
        if (at !== -1) idle.splice(at, 1)
        takeJob(worker)?.reject(isClosed ? closedError() : crashError(code, fault))
        assignJobs()
      })
  }

  function takeJob(worker: Worker): Job | undefined {
    const job = busy.get(worker)
    busy.delete(worker)
    return job
  }

  async function close(): Promise<void> {
    isClosed = true
    for (const { reject } of waiting.splice(0)) reject(closedError())
    await Promise.all([...idle, ...busy.keys()].map((worker) => worker.terminate()))
  }
}

async function startWorker(): Promise<Worker> {
  const { Worker } = await import('node:worker_threads')
  // The built file is in the same folder as this one.
  return new Worker(new URL('./shell-worker.js', import.meta.url))
}

function closedError(): Error {
  return new Error('the worker pool is closed')
}

function crashError(code: number, cause: unknown): Error {
  return new Error(`a worker thread exited with code ${code}`, { cause })
}
