import { clockWarnings } from '#storage/clock-warnings'
import { connectRedis, type RedisConnection, type RedisConnectionOptions } from '#storage/redis/connection'
import {
  Evictions,
  parseInfo,
  type RedisFacts,
  readRedisFacts,
  redisUnfitReason,
  redisWarnings,
} from '#storage/redis/health'

/** One Redis: its connection, and what it has said about itself. */
export interface RedisNode {
  /** `host:port`. */
  readonly address: string
  readonly connection: RedisConnection
  readonly evictions: Evictions
  /** What an operator should change, one sentence each. */
  warnings(): string[]
}

interface RedisNodeOptions extends Omit<RedisConnectionOptions, 'checkFitness'> {
  readonly address: string
  /** Whether it has to be a node of a cluster, or must not be one. */
  readonly inCluster: boolean
}

/** Connects to one Redis, and keeps reconnecting until it is closed. */
export function openRedisNode({ address, inCluster, ...options }: RedisNodeOptions): RedisNode {
  const evictions = new Evictions()
  let facts: RedisFacts | undefined
  const connection = connectRedis({
    ...options,
    async checkFitness(send) {
      facts = await readRedisFacts(send)
      evictions.record(facts.info)
      return redisUnfitReason(facts, inCluster)
    },
  })
  return {
    address,
    connection,
    evictions,
    warnings() {
      const reason = connection.unavailableReason()
      if (reason !== undefined || !facts) return [`${options.description} cannot be used yet: ${reason}`]
      return [...redisWarnings(facts), ...clockWarnings('Redis', connection.clockSkewMs())]
    },
  }
}

/** Returns what keys a Redis has evicted since it was first seen, if any. */
export async function findEvictions({ connection, evictions }: RedisNode): Promise<string | undefined> {
  if (evictions.isReported && evictions.count === 0)
    evictions.record(parseInfo(String(await connection.command('INFO', 'stats'))))
  return evictions.count > 0
    ? 'Redis has evicted keys because its memory was full (set maxmemory-policy to noeviction)'
    : undefined
}
