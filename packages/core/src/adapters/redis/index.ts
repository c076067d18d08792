import type { KeyvStoreAdapter } from 'keyv'
import { type RedisCommands, TIMEOUT_MS } from '#adapters/redis/connection'
import { redisCounters } from '#adapters/redis/counters'
import { openSingle } from '#adapters/redis/opened'
import { openRouted } from '#adapters/redis/routed'
import { parseRedisUrl } from '#adapters/redis/url'
import { shareCalls } from '#adapters/shared/coalesce'
import type { StoreBackend } from '#kernel/storage/backend'

const NAMESPACE = 'space-data:record'
const RECORDS = `${NAMESPACE}:`
const COUNTERS = 'space-data:counter:'

/**
 * Opens Redis for records and counters: a single server, a cluster, or the primary that Sentinels report.
 * Resolves within two seconds even if Redis does not respond. In that case `warnings` reports it, and every
 * operation rejects until Redis responds.
 *
 * A cluster and Sentinels are asked for their primaries once a second, and five times a second while a
 * primary does not respond. If there is a replica, it confirms a new key before the key is shown.
 *
 * @param url `redis://user:password@host:6379/0`, `redis+cluster://user:password@host:6379,host:6379` with
 *   some nodes of a cluster, or `redis+sentinel://user:password@host:26379,host:26379/NAME` with some
 *   Sentinels and their name of the primary. For TLS use `rediss` instead of `redis`.
 * @throws InvalidOptionError for an invalid URL.
 * @throws Error with the code `REDIS_UNFIT` for a Redis server that can never be the store: a Sentinel or a
 *   cluster node under the URL of a single server, or a server that may evict any key. If this is detected
 *   only later, every operation rejects.
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
  const { default: KeyvRedis } = await import('@keyv/redis')
  const adapter = new KeyvRedis(clientFor(commands) as never, {
    namespace: NAMESPACE,
    keyPrefixSeparator: ':',
    throwOnErrors: true,
  })

  return {
    description,
    adapter: adapter as KeyvStoreAdapter,
    atomic: redisCounters(commands, COUNTERS),
    timeoutMs: TIMEOUT_MS,
    ...(shardOf && {
      shardOf: (key, kind) => shardOf((kind === 'record' ? RECORDS : COUNTERS) + key),
    }),
    get warnings() {
      return opened.warnings()
    },
    async keys(prefix) {
      const keys = await opened.keys(RECORDS + prefix)
      return keys.map((key) => key.slice(RECORDS.length))
    },
    dataLoss: shareCalls(opened.dataLoss),
    ...(flush && { flush: shareCalls(flush) }),
    close: opened.close,
  }
}

/**
 * Returns the client for the adapter. It uses our connection, which rejects immediately while Redis is
 * unavailable. It writes with scripts, which Redis rejects if they are late.
 */
function clientFor({ command, runScript }: RedisCommands) {
  return {
    isOpen: true,
    connect: async () => {},
    on: () => {},
    get: (key: string) => command('GET', key),
    set(key: string, value: string, { PX: ttlMs }: { PX?: number } = {}) {
      const expiry = ttlMs ? ['PX', String(Math.ceil(ttlMs))] : []
      return runScript(WRITE, [key], ['SET', key, value, ...expiry])
    },
    unlink: (key: string) => runScript(WRITE, [key], ['UNLINK', key]),
  }
}

const WRITE = 'return redis.call(unpack(ARGV, 2))'
