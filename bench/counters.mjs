// Taking one of a limit, 64 at a time, on each store: our counters, which are exact, beside keyv's get and
// set, which lose most of what is counted at once, and rate-limiter-flexible.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import KeyvRedis from '@keyv/redis'
import { memory } from '@space-data/core'
import { postgres } from '@space-data/core/postgres'
import { redis } from '@space-data/core/redis'
import { sqlite } from '@space-data/core/sqlite'
import Keyv from 'keyv'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { inTurns, report, spread } from './measure.mjs'
import { startPostgres } from './postgres.mjs'
import { startRedis } from './redis.mjs'

const IN_FLIGHT = 64
const LIMIT = 1_000_000_000
const DAY_MS = 86_400_000
const UNTIL = Date.now() + DAY_MS

export async function counters({ rounds = 5 }) {
  const folder = mkdtempSync(join(tmpdir(), 'space-data-counters-'))
  const server = await startRedis()
  const postgresServer = await startPostgres()
  const ours = {
    memory: memory(),
    SQLite: await sqlite(join(folder, 'ours.sqlite')),
    ...(server && { Redis: await redis(server.url) }),
    ...(postgresServer && { Postgres: await postgres(postgresServer.url) }),
  }
  const theirs = {
    memory: new Keyv(),
    SQLite: new Keyv({ store: (await sqlite(join(folder, 'keyv.sqlite'))).adapter }),
    ...(server && { Redis: new Keyv(new KeyvRedis(server.url)) }),
    ...(postgresServer && { Postgres: new Keyv({ store: (await postgres(postgresServer.url)).adapter }) }),
  }
  const limiter = new RateLimiterMemory({ points: LIMIT, duration: DAY_MS / 1_000 })
  try {
    const contenders = {}
    for (const [store, backend] of Object.entries(ours)) {
      for (const keys of [1, 64]) {
        const count = COUNTS[store]
        contenders[`${store}, ${keys} key(s): space-data`] = () =>
          perSecond(
            count,
            keys,
            async (key) => (await backend.atomic.add(key, LIMIT, UNTIL, Date.now())).count,
          )
        contenders[`${store}, ${keys} key(s): keyv get + set`] = () =>
          perSecond(Math.ceil(count / 10), keys, async (key) => {
            const used = ((await theirs[store].get(key)) ?? 0) + 1
            await theirs[store].set(key, used)
            return used
          })
      }
    }
    contenders['memory, 64 key(s): rate-limiter-flexible'] = () =>
      perSecond(COUNTS.memory, 64, async (key) => (await limiter.consume(key)).consumedPoints)
    const figures = await inTurns(rounds, contenders)
    const rows = Object.entries(figures).map(([name, runs]) => {
      const peer = figures[`${name.split(':')[0]}: keyv get + set`]
      return {
        what: name,
        'takes/s': spread(
          runs.map(({ rate }) => rate),
          0,
        ),
        'times keyv': spread(
          runs.map(({ rate }, round) => rate / peer[round].rate),
          1,
        ),
        lost: `${spread(
          runs.map(({ lost }) => 100 * lost),
          0,
        )} %`,
      }
    })
    report('counters', `Counting, ${IN_FLIGHT} at a time, in one process`, rows, figures)
  } finally {
    for (const backend of Object.values(ours)) await backend.close()
    for (const keyv of Object.values(theirs)) await keyv.disconnect()
    await server?.stop()
    await postgresServer?.stop()
    rmSync(folder, { recursive: true })
  }
}

const COUNTS = { memory: 400_000, SQLite: 100_000, Redis: 100_000, Postgres: 100_000 }
let runs = 0

/**
 * Takes `count` times of `keys` new counters; gives how many a second, and the share that no counter shows at
 * the end.
 */
async function perSecond(count, keys, take) {
  runs += 1
  const names = Array.from({ length: keys }, (_, i) => `bench:${runs}:${i}`)
  const highest = new Map()
  let next = 0
  const worker = async () => {
    while (next < count) {
      const key = names[next++ % keys]
      const used = await take(key)
      if (used > (highest.get(key) ?? 0)) highest.set(key, used)
    }
  }
  const before = performance.now()
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker))
  const took = performance.now() - before
  const counted = [...highest.values()].reduce((sum, used) => sum + used, 0)
  return { rate: (count * 1_000) / took, lost: 1 - counted / count }
}
