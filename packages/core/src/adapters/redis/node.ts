import { connectRedis, type RedisConnection, type RedisConnectionOptions } from '#adapters/redis/connection'
import {
  parseInfo,
  type RedisFacts,
  type RedisInfo,
  readRedisFacts,
  redisUnfitReason,
  redisWarnings,
} from '#adapters/redis/health'
import { clockWarnings } from '#adapters/shared/clock-warnings'

/** One Redis server: its connection, and the configuration that it has reported. */
export interface RedisNode {
  /** `host:port`. */
  readonly address: string
  readonly connection: RedisConnection
  /** Changes that an operator should make, one sentence each. */
  warnings(): string[]
  /** Returns the keys that start with `prefix`. */
  keys(prefix: string): Promise<string[]>
  /** Describes the data that it has dropped since it was first connected, if any. */
  dataLoss(): Promise<string | undefined>
}

interface RedisNodeOptions extends Omit<RedisConnectionOptions, 'checkFitness'> {
  readonly address: string
  /** Whether it must be a node of a cluster. If not, it must not be one. */
  readonly inCluster: boolean
}

/** Connects to one Redis server, and keeps reconnecting until it is closed. */
export function openRedisNode({ address, inCluster, ...options }: RedisNodeOptions): RedisNode {
  let facts: RedisFacts | undefined
  /**
   * Number of keys evicted since Redis was started, as last read. `undefined` if Redis does not report it.
   */
  let evictedKeys: number | undefined
  let hasEvicted = false
  const connection = connectRedis({
    ...options,
    async checkFitness(send) {
      facts = await readRedisFacts(send)
      recordEvictions(facts.info)
      return redisUnfitReason(facts, inCluster)
    },
  })
  const { command } = connection
  return {
    address,
    connection,
    warnings() {
      const reason = connection.unavailableReason()
      if (reason !== undefined || !facts) return [`${options.description} cannot be used yet: ${reason}`]
      return [...redisWarnings(facts), ...clockWarnings('Redis', connection.clockSkewMs())]
    },
    async keys(prefix) {
      const pattern = `${prefix.replace(/[\\*?[\]]/g, '\\$&')}*`
      const found = new Set<string>()
      let cursor = '0'
      do {
        const page = await command('SCAN', cursor, 'MATCH', pattern, 'COUNT', '5000')
        const [next, keys] = page as [string, string[]]
        for (const key of keys) found.add(key)
        cursor = next
      } while (cursor !== '0')
      return [...found]
    },
    async dataLoss() {
      if (evictedKeys !== undefined && !hasEvicted)
        recordEvictions(parseInfo(String(await command('INFO', 'stats'))))
      return hasEvicted
        ? 'Redis has evicted keys because its memory was full (set maxmemory-policy to noeviction)'
        : undefined
    },
  }

  /** If the total is lower than before, Redis was restarted and counts from 0 again. */
  function recordEvictions(info: RedisInfo | undefined): void {
    const total = Number(info?.get('evicted_keys') ?? Number.NaN)
    if (Number.isNaN(total)) return
    const before = evictedKeys ?? total
    if (total > (total < before ? 0 : before)) hasEvicted = true
    evictedKeys = total
  }
}
