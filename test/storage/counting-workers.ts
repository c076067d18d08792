import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const WORKER = fileURLToPath(new URL('./counting-worker.mjs', import.meta.url))

/**
 * Report of a worker: counts it was granted, failed consumes, acquired keys, and the owners it was returned.
 */
interface Told {
  readonly numbers: number[]
  readonly failed: number
  readonly won: number
  readonly holders: string[]
}

/** Processes of the built package on one store; they end with the block of the test. */
export interface CountingWorkers extends AsyncDisposable {
  /** Runs a task in all workers at once. */
  all(task: object): Promise<Told[]>
  /** Runs a task in one worker. */
  one(task: object): Promise<Told>
}

/** Starts `count` workers on a SQLite file or the URL of a Redis. */
export async function countingWorkers(place: string, count: number): Promise<CountingWorkers> {
  const workers = Array.from({ length: count }, () =>
    fork(WORKER, [place], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
  )
  await Promise.all(workers.map(answer))
  return {
    all: (task) => Promise.all(workers.map((worker) => ask(worker, task))),
    one: (task) => ask(workers[0]!, task),
    async [Symbol.asyncDispose]() {
      const exits = workers.map((worker) => once(worker, 'exit'))
      for (const worker of workers) worker.disconnect()
      await Promise.all(exits)
    },
  }
}

async function ask(worker: ChildProcess, task: object): Promise<Told> {
  worker.send(task)
  return (await answer(worker)) as Told
}

async function answer(worker: ChildProcess): Promise<unknown> {
  const [message] = await Promise.race([
    once(worker, 'message'),
    once(worker, 'exit').then(([code]) => Promise.reject(new Error(`a worker ended with ${code}`))),
  ])
  return message
}
