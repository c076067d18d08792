import type { StoreBackend } from '#storage/backend'
import { shareCalls } from '#storage/coalesce'
import { prefixedAdapter, type RecordOperations } from '#storage/prefixed-adapter'
import { TIMEOUT_MS } from '#storage/redis/connection'
import { redisCounters } from '#storage/redis/counters'
import { openSingle } from '#storage/redis/opened'
import { openRouted } from '#storage/redis/routed'
import { parseRedisUrl } from '#storage/redis/url'

const RECORDS = 'space-data:record:'
const COUNTERS = 'space-data:counter:'

/**
 * Opens Redis for records and counters: one, a cluster, or the primary that Sentinels name. Resolves within
 * two seconds even if Redis does not respond: `warnings` then reports that, and every operation rejects until
 * it does.
 *
 * A cluster and Sentinels are requested their primaries once a second, and five times a second while one does
 * not respond. There a new key is confirmed by a replica, where there is one, before it is shown.
 *
 * @param url `redis://user:password@host:6379/0`, `redis+cluster://user:password@host:6379,host:6379` with
 * some nodes of a cluster, or `redis+sentinel://user:password@host:26379,host:26379/NAME` with some Sentinels
 * and the name that they know the primary by; `rediss` instead of `redis` for TLS.
 * @throws InvalidOptionError for an invalid URL.
 * @throws Error with the code `REDIS_UNFIT` for a Redis that can never be the store: a Sentinel or a cluster
 * node where a single Redis is named, one that may evict any key. Where that is only detected later, every
 * operation rejects.
 * @example
 * import { createSpaceData } from '@space-data/core'
 * import { redis } from '@space-data/core/redis'
 *
 * const spaceData = createSpaceData({ store: await redis('redis://localhost:6379') })
 */
export async function redis(url: string): Promise<StoreBackend> {
  const parsed = parseRedisUrl(url)
  const { place, description } = parsed
  const opened = await (place.kind === 'single' ? openSingle(place.url, parsed) : openRouted(place, parsed))
  const unfit = opened.unfitReason()
  if (unfit !== undefined) {
    await opened.close()
    throw Object.assign(new Error(`${description} cannot be the store: ${unfit}`), { code: 'REDIS_UNFIT' })
  }
  const { commands, shardOf, flush } = opened
  const { adapter, keys } = prefixedAdapter(RECORDS, {
    get: (async (key: string) =>
      (await commands.command('GET', key)) ?? undefined) as RecordOperations['get'],
    set: (key, value, ttlMs) => {
      const expiry = ttlMs ? ['PX', String(Math.ceil(ttlMs))] : []
      return commands.runScript(WRITE, [key], ['SET', key, value, ...expiry])
    },
    delete: async (key) => (await commands.runScript(WRITE, [key], ['UNLINK', key])) === 1,
    keys: opened.keys,
  })

  return {
    description,
    adapter,
    atomic: redisCounters(commands, COUNTERS),
    timeoutMs: TIMEOUT_MS,
    ...(shardOf && {
      shardOf: (key, kind) => shardOf((kind === 'record' ? RECORDS : COUNTERS) + key),
    }),
    get warnings() {
      return opened.warnings()
    },
    keys,
    dataLoss: shareCalls(opened.dataLoss),
    ...(flush && { flush: shareCalls(flush) }),
    close: opened.close,
  }
}

const WRITE = 'return redis.call(unpack(ARGV, 2))'
