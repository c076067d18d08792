import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { temporaryFolder } from './temporary-sqlite.ts'

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

const WORKER = fileURLToPath(new URL('./counting-worker.mjs', import.meta.url))
const { path: folder, [Symbol.dispose]: remove } = temporaryFolder()
let workers: ChildProcess[]

/** Two processes over the built package, on one SQLite file. */
beforeAll(async () => {
  const path = join(folder, 'shared.sqlite')
  workers = [1, 2].map(() => fork(WORKER, [path], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }))
  const ready = await Promise.all(workers.map(answer))
  expect(ready).toEqual(['ready', 'ready'])
})

afterAll(async () => {
  const exits = workers.map((worker) => once(worker, 'exit'))
  for (const worker of workers) worker.disconnect()
  await Promise.all(exits)
  remove()
})

test.each([10_000, 20])(
  '20,000 takes, %d at once, at a limit of 1,000 admit exactly 1,000',
  async (atOnce) => {
    const task = { do: 'take', key: `limited ${atOnce}`, limit: 1_000, times: 10_000, atOnce }
    const [took, ms] = await timed(() => both(task))
    const shares = took.map(({ numbers }) => numbers.length).join(' + ')
    console.info(`two processes: 20,000 takes, ${atOnce} at once in each: ${shares} granted, ${ms} ms`)
    const numbers = took.flatMap(({ numbers }) => numbers).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 1_000 }, (_, i) => i + 1))
  },
  30_000,
)

test('10,000 claims have one winner, and all are told the same', async () => {
  const [told, ms] = await timed(() => both({ do: 'claim', key: 'one', times: 5_000 }))
  const winners = told.reduce((sum, { won }) => sum + won, 0)
  console.info(`two processes: 10,000 claims, ${winners} winner, ${ms} ms`)
  expect(winners).toBe(1)
  expect(new Set(told.flatMap(({ holders }) => holders)).size).toBe(1)
})

test('no increment is lost, whether counted all at once or one after another', async () => {
  const counted = { do: 'take', key: 'counted', limit: Number.MAX_SAFE_INTEGER }
  const [, ms] = await timed(async () => {
    await both({ ...counted, times: 10_000, atOnce: 10_000 })
    await both({ ...counted, times: 500, atOnce: 1 })
    await both({ do: 'giveBack', key: 'counted', times: 250 })
  })
  const last = await ask(workers[0]!, { ...counted, times: 1, atOnce: 1 })
  const lost = 2 * (10_000 + 500 - 250) + 1 - last.numbers[0]!
  console.info(`two processes: 21,000 increments and 500 given back: ${lost} lost, ${ms} ms`)
  expect(lost).toBe(0)
})

/** What a worker tells: the numbers it was granted, how many claims it won, and which holders it was told of. */
interface Told {
  readonly numbers: number[]
  readonly won: number
  readonly holders: string[]
}

function both(task: object): Promise<Told[]> {
  return Promise.all(workers.map((worker) => ask(worker, task)))
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

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const start = performance.now()
  return [await work(), Math.round(performance.now() - start)]
}
