import type { SlicePool } from '#jobs/count-slices'
import type { SliceTask, Tally } from '#orbit/tally'

/** What we use of `worker_threads.Worker`. */
interface Worker {
  on(event: 'message', listener: (tally: Tally) => void): Worker
  on(event: 'error', listener: (error: unknown) => void): Worker
  on(event: 'exit', listener: (code: number) => void): Worker
  postMessage(task: SliceTask): void
  terminate(): Promise<unknown>
}

interface Job {
  readonly task: SliceTask
  readonly resolve: (tally: Tally) => void
  readonly reject: (error: unknown) => void
}

/**
 * A pool over Node's worker threads. They start with the first slices; one that breaks fails its slice and is replaced;
 * all are ended by `close`, which rejects what is under way or waiting.
 */
export function nodeWorkers(size: number): SlicePool {
  if (!Number.isInteger(size) || size < 1) throw new TypeError('a pool needs one worker or more')
  const waiting: Job[] = []
  const idle: Worker[] = []
  const busy = new Map<Worker, Job>()
  let starting = 0
  let isClosed = false

  return { size, run, close }

  function run(task: SliceTask): Promise<Tally> {
    return new Promise((resolve, reject) => {
      if (isClosed) return reject(closed())
      waiting.push({ task, resolve, reject })
      next()
    })
  }

  /** Gives waiting slices to idle threads, and starts threads while there are fewer than `size`. */
  function next(): void {
    while (waiting.length > 0 && idle.length > 0) give(waiting.shift() as Job, idle.pop() as Worker)
    const missing = Math.min(waiting.length - starting, size - busy.size - starting)
    for (let n = 0; n < missing; n += 1) void start()
  }

  function give(job: Job, worker: Worker): void {
    busy.set(worker, job)
    worker.postMessage(job.task)
  }

  async function start(): Promise<void> {
    starting += 1
    try {
      const worker = await startWorker()
      if (isClosed) await worker.terminate()
      else idle.push(watched(worker))
    } catch (error) {
      waiting.shift()?.reject(error)
    } finally {
      starting -= 1
    }
    next()
  }

  function watched(worker: Worker): Worker {
    let fault: unknown
    return worker
      .on('message', (tally) => {
        settle(worker)?.resolve(tally)
        idle.push(worker)
        next()
      })
      .on('error', (error) => {
        fault = error
      })
      .on('exit', (code) => {
        const at = idle.indexOf(worker)
        if (at !== -1) idle.splice(at, 1)
        settle(worker)?.reject(isClosed ? closed() : broken(code, fault))
        next()
      })
  }

  function settle(worker: Worker): Job | undefined {
    const job = busy.get(worker)
    busy.delete(worker)
    return job
  }

  async function close(): Promise<void> {
    isClosed = true
    for (const { reject } of waiting.splice(0)) reject(closed())
    await Promise.all([...idle, ...busy.keys()].map((worker) => worker.terminate()))
  }
}

async function startWorker(): Promise<Worker> {
  // The cast keeps Node's types out of core; the file stands beside this one once both are built.
  const { Worker }: { Worker: new (file: URL) => Worker } = await import('node:worker_threads' as string)
  return new Worker(new URL('./shell-worker.js', import.meta.url))
}

function closed(): Error {
  return new Error('the workers are closed')
}

function broken(code: number, cause: unknown): Error {
  return new Error(`a worker broke off with code ${code}`, { cause })
}
