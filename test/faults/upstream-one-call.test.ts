import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { providers } from '@space-data/core'
import { sampleFetch } from '@space-data/sample'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../storage/temporary-sqlite.ts'
import { havePostgres, startPostgres } from '../support/postgres.ts'
import { haveRedis, startRedis } from '../support/redis.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const CHILD = fileURLToPath(new URL('./upstream-one-call.child.mjs', import.meta.url))
const REQUESTS = 1_000
const folder = temporaryFolder()
afterAll(() => folder[Symbol.dispose]())

/** A path, and the feeds that one load of it asks. */
const PATHS: [path: string, feeds: number][] = [
  ['/v1/space-weather/kp', 1],
  ['/v1/space-weather/wind', 1],
  ['/v1/space-weather/mag', 1],
  ['/v1/space-weather/xray', 1],
  ['/v1/space-weather/proton', 1],
  ['/v1/launches/upcoming', 1],
  ['/v1/events/recent', 3],
  ['/v1/tle/stations', 1],
  ['/v1/tle/weather', 1],
  ['/v1/objects/25544', 1],
]

/** All four providers behind one address, each answer after 50 ms: the others ask meanwhile. */
const sample = sampleFetch(() => new Date())
let calls = 0
const upstream = createServer(async ({ url = '' }, response) => {
  calls += 1
  await sleep(50)
  const owner = url.startsWith('/NORAD')
    ? providers.celestrak
    : url.startsWith('/DONKI')
      ? providers.donki
      : url.startsWith('/2.3.0')
        ? providers['launch-library']
        : providers.swpc
  const answer = await sample(owner.origin + url)
  response.writeHead(answer.status).end(await answer.text())
})
let origin: string

beforeAll(async () => {
  upstream.listen(0, '127.0.0.1')
  await once(upstream, 'listening')
  origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
})

afterAll(() => {
  upstream.close()
})

beforeEach(() => {
  calls = 0
})

test('1,000 concurrent requests to one process cause one upstream call', async () => {
  expect(await count('memory', '', 1)).toBe(true)
})

test('1,000 concurrent requests to 4 processes on one SQLite file cause one upstream call', async () => {
  expect(await count('sqlite', join(folder.path, 'shared.sqlite'), 4)).toBe(true)
})

test('1,000 concurrent requests to one process on a SQLite file cause one upstream call', async () => {
  expect(await count('sqlite', join(folder.path, 'alone.sqlite'), 1)).toBe(true)
})

test.skipIf(!(await haveRedis()))(
  '1,000 concurrent requests to 4 processes on one Redis cause one upstream call',
  async () => {
    await inTime(async () => {
      await using redis = await startRedis()
      return await count('redis', redis.url, 4)
    })
  },
)

test.skipIf(!(await havePostgres()))(
  '1,000 concurrent requests to 4 processes on one Postgres cause one upstream call',
  async () => {
    await inTime(async () => {
      await using postgres = await startPostgres()
      return await count('postgres', postgres.url, 4)
    })
  },
)

/**
 * Counts on another store, twice at most, if the store did not respond in time: each process then loads for itself,
 * as it should.
 */
async function inTime(count: () => Promise<boolean>): Promise<void> {
  for (let left = 2; !(await count()); left -= 1)
    expect(left, 'stores that did not respond in time').toBeGreaterThan(0)
}

/**
 * Requests every path from all processes at once, before any of them has it, and counts the requests that reach the
 * upstream. Returns whether the store responded in time.
 */
async function count(kind: string, place: string, processes: number): Promise<boolean> {
  await using children = await startChildren([origin, kind, place], processes)
  let most = 0
  for (const [path, feeds] of PATHS) {
    calls = 0
    const from = performance.now()
    const told = await children.ask({ path, times: REQUESTS / processes })
    most = Math.max(most, performance.now() - from)
    if (told.some(({ failures }) => failures > 0)) return false
    const texts = new Set(told.flatMap(({ texts }) => texts))
    expect([...texts].map((text) => text.slice(0, 3))).toEqual(['200'])
    expect({ path, calls }).toEqual({ path, calls: feeds })
    const stored = told.reduce((sum, { outcomes }) => sum + (outcomes['stored'] ?? 0), 0)
    expect(stored).toBe(1)
  }
  console.log(
    `FIGURE one call, ${processes} process${processes > 1 ? 'es' : ''} on ${kind}: ${REQUESTS} concurrent requests on each of ` +
      `${PATHS.length} cold entries, 1 call per feed in all; slowest round ${Math.round(most)} ms with an upstream of 50 ms`,
  )
  return true
}

interface Told {
  readonly texts: string[]
  readonly outcomes: Record<string, number>
  /** Number of failures of the store so far. */
  readonly failures: number
}

async function startChildren(args: readonly string[], number: number) {
  const children = Array.from({ length: number }, () =>
    fork(CHILD, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
  )
  await Promise.all(children.map(answer))
  return {
    ask: (task: object) =>
      Promise.all(
        children.map((child) => {
          child.send(task)
          return answer(child) as Promise<Told>
        }),
      ),
    async [Symbol.asyncDispose]() {
      const exits = children.map((child) => once(child, 'exit'))
      for (const child of children) child.disconnect()
      await Promise.all(exits)
    },
  }
}

async function answer(child: ChildProcess): Promise<unknown> {
  const waiting = new AbortController()
  const { signal } = waiting
  try {
    const [message] = await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(([code]) =>
        Promise.reject(new Error(`a process ended with ${code}`)),
      ),
    ])
    return message
  } finally {
    waiting.abort()
  }
}
