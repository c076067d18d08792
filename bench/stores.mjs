// What each store carries: takes of one process, and the CPU time that a take costs the client and the
// servers of the store. Linux only: the time of the servers is read from /proc.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memory } from '@space-data/core'
import { postgres } from '@space-data/core/postgres'
import { redis } from '@space-data/core/redis'
import { sqlite } from '@space-data/core/sqlite'
import { cpuSecondsOfAll } from './load.mjs'
import { inTurns, report, spread } from './measure.mjs'
import { startPostgres } from './postgres.mjs'
import { startRedis, startRedisCluster } from './redis.mjs'

const LIMIT = 1_000_000_000
const DAY_MS = 86_400_000
const SECONDS = 2

/** How many accounts ask, and how many of their requests are under way at a time. */
const LOADS = [
  { accounts: 1, inFlight: 64 },
  { accounts: 10_000, inFlight: 64 },
  { accounts: 10_000, inFlight: 1 },
]

const ON_DISK = ['--appendonly', 'yes', '--appendfsync', 'always']

export async function stores({ rounds = 5 }) {
  const folder = mkdtempSync(join(tmpdir(), 'space-data-stores-'))
  const opened = []
  try {
    const add = (name, backend, server) => opened.push({ name, backend, server })
    add('memory', memory())
    add('SQLite', await sqlite(join(folder, 'bench.sqlite')))
    for (const [name, start, open] of [
      ['Redis', startRedis, redis],
      ['Redis, each command on disk', () => startRedis(...ON_DISK), redis],
      ['Redis Cluster of 3', startRedisCluster, redis],
      ['Postgres', startPostgres, postgres],
    ]) {
      const server = await start()
      if (server) add(name, await open(server.url), server)
    }
    const contenders = Object.fromEntries(
      opened.flatMap((store) =>
        LOADS.map((load) => [
          `${store.name}: ${load.accounts} account(s), ${load.inFlight} at a time`,
          () => takes(store, load),
        ]),
      ),
    )
    for (const run of Object.values(contenders)) await run()
    const figures = await inTurns(rounds, contenders)
    const rows = Object.entries(figures).map(([what, runs]) => ({
      what,
      'takes/s': spread(
        runs.map(({ rate }) => rate),
        0,
      ),
      'CPU µs of the client': spread(
        runs.map(({ clientUs }) => clientUs),
        1,
      ),
      'CPU µs of the store': spread(
        runs.map(({ storeUs }) => storeUs),
        1,
      ),
    }))
    report('stores', 'Takes of one process on each store', rows, figures)
  } finally {
    for (const { backend, server } of opened) {
      await backend.close()
      await server?.stop()
    }
    rmSync(folder, { recursive: true })
  }
}

let runs = 0

/** Takes for some seconds; gives how many a second, and what each cost. */
async function takes({ backend, server }, { accounts, inFlight }) {
  runs += 1
  const names = Array.from({ length: accounts }, (_, i) => `bench:${runs}:${i}`)
  const until = Date.now() + DAY_MS
  const storeBefore = cpuSecondsOfAll(server?.pids ?? [])
  const clientBefore = process.cpuUsage()
  const before = performance.now()
  let count = 0
  const lane = async () => {
    while (performance.now() - before < SECONDS * 1_000) {
      const now = Date.now()
      await backend.atomic.add(names[count++ % accounts], LIMIT, until, now)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, lane))
  const took = performance.now() - before
  const { user, system } = process.cpuUsage(clientBefore)
  const store = cpuSecondsOfAll(server?.pids ?? []) - storeBefore
  return { rate: (count * 1_000) / took, clientUs: (user + system) / count, storeUs: (store * 1e6) / count }
}
