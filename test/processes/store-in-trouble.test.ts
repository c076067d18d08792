import { setTimeout as sleep } from 'node:timers/promises'
import { createSpaceData } from '@space-data/core'
import { everything } from '@space-data/core/features'
import { expect, vi } from 'vitest'
import { patiently } from '../support/patience.ts'
import { orInSoak } from '../support/tier.ts'
import { client, fleet, KEYED, persistently, type Reply } from './fleet.ts'
import { newPostgres, newRedis, onPostgres, onRedis, openPlace } from './stores.ts'

const TROUBLE_MS = orInSoak(3_000, 30_000)
/** How long the same load runs before, so that the figures have something beside them. */
const CALM_MS = 1_500
/** Shaped like a key of ours, its checksum included, and issued by nobody: the example of the decisions. */
const UNKNOWN = 'sd_live_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17'

vi.setConfig({ testTimeout: 120_000 + 2 * TROUBLE_MS })

/** A server of records and counts that a test may harm. */
interface StoreServer {
  readonly url: string
  kill(): unknown
  start(): unknown
  pause(): unknown
  resume(): unknown
}

interface Trouble<Server extends StoreServer> {
  begin(server: Server): unknown
  end?(server: Server): unknown
}

const TROUBLES: Record<string, Trouble<StoreServer>> = {
  killed: { begin: (server) => server.kill(), end: (server) => server.start() },
  stopped: { begin: (server) => server.pause(), end: (server) => server.resume() },
}

underTrouble('Redis', onRedis, () => newRedis('--appendonly', 'yes', '--appendfsync', 'always'), {
  ...TROUBLES,
  'read-only': {
    begin: (redis) => redis.cli('REPLICAOF', '127.0.0.1', '1'),
    end: (redis) => redis.cli('REPLICAOF', 'NO', 'ONE'),
  },
  emptied: { begin: (redis) => redis.cli('FLUSHALL') },
})

const readOnly = (value: 'on' | 'off') => `ALTER SYSTEM SET default_transaction_read_only = ${value}`

underTrouble('Postgres', onPostgres, newPostgres, {
  ...TROUBLES,
  'read-only': {
    begin: async (postgres) => {
      await postgres.sql(readOnly('on'))
      await postgres.sql('SELECT pg_reload_conf()')
    },
    end: async (postgres) => {
      await postgres.sql(readOnly('off'))
      await postgres.sql('SELECT pg_reload_conf()')
    },
  },
  emptied: { begin: (postgres) => postgres.sql('TRUNCATE space_data_records, space_data_counters') },
})

function underTrouble<Server extends StoreServer>(
  store: string,
  onStore: (name: string, run: () => Promise<void>) => void,
  newServer: () => Promise<Server>,
  troubles: Record<string, Trouble<Server>>,
): void {
  for (const [trouble, { begin, end }] of Object.entries(troubles)) {
    onStore(`${store} ${trouble} under load: no false 401, every request is answered`, async () => {
      const server = await newServer()
      const servers = await fleet(2, server.url)
      const operator = createSpaceData({
        features: everything,
        store: await openPlace(server.url),
        onError: () => {},
      })
      const orders = Array.from({ length: 20 }, () =>
        persistently(() => operator.keys.issue({ tier: 'enterprise', label: 'loaded' })),
      )
      const keys = (await Promise.all(orders)).map(({ key }) => key)
      await operator.close()
      const ask = client(40)
      const heads = (key: string) => ({ headers: { 'x-api-key': key } })
      for (const { url } of servers)
        for (const key of keys)
          expect((await patiently(() => ask(`${url}${KEYED}`, heads(key)))).status).toBe(200)

      const known: Reply[] = []
      const unknown: Reply[] = []
      const load = async (withUnknown: boolean, until: () => boolean) => {
        const lane = async (n: number) => {
          for (let i = n; !until(); i += 1) {
            const { url } = servers[i % 2]!
            if (withUnknown && i % 10 === 9) unknown.push(await ask(`${url}${KEYED}`, heads(UNKNOWN)))
            else known.push(await ask(`${url}${KEYED}`, heads(keys[i % 20]!)))
            // A steady load, which leaves processor time to the servers.
            await sleep(5)
          }
        }
        await Promise.all(Array.from({ length: 20 }, (_, n) => lane(n)))
      }

      const calmAt = performance.now()
      await load(false, () => performance.now() - calmAt > CALM_MS)
      const calm = known.splice(0)

      await begin(server)
      const beganAt = performance.now()
      // As many as a slow machine answers later.
      const areEnough = () => known.length > 200 && unknown.length > 20
      await load(true, () => performance.now() - beganAt > TROUBLE_MS && areEnough())
      const [first, later] = [known.slice(0, 200), known.slice(200)]
      console.log(
        `FIGURE ${store} ${trouble}, 2 processes: ${known.length} requests with known keys, ${count(known, 401)} answered 401, ${count(known, 200)} answered 200, p99 ${p99(calm)} ms before, ${p99(first)} ms at first, ${p99(later)} ms later, the slowest ${slowest(known)} ms; unknown key: ${statuses(unknown)}`,
      )
      expect(count(known, 401)).toBe(0)
      expect(count(known, 0)).toBe(0)
      if (trouble !== 'read-only') expect(count(unknown, 401)).toBe(0)

      if (!end) return
      await end(server)
      await expect
        .poll(async () => (await ask(`${servers[0]!.url}${KEYED}`, heads(UNKNOWN))).status)
        .toBe(401)
      const after = await Promise.all(
        keys.map((key) => patiently(() => ask(`${servers[1]!.url}${KEYED}`, heads(key)))),
      )
      expect(after.map(({ status }) => status)).toEqual(keys.map(() => 200))
    })
  }
}

function count(replies: readonly Reply[], status: number): number {
  return replies.filter((reply) => reply.status === status).length
}

function statuses(replies: readonly Reply[]): string {
  const all = [...new Set(replies.map(({ status }) => status))]
  return all.map((status) => `${count(replies, status)} × ${status}`).join(', ')
}

function p99(replies: readonly Reply[]): string {
  const sorted = replies.map(({ ms }) => ms).sort((a, b) => a - b)
  return (sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN).toFixed(0)
}

function slowest(replies: readonly Reply[]): string {
  return Math.max(...replies.map(({ ms }) => ms)).toFixed(0)
}
