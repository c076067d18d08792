import { connectRedis, type RedisClient, type RedisConnection } from '#backends/redis/connection'
import {
  Evictions,
  parseInfo,
  type RedisFacts,
  readRedisFacts,
  redisUnfitReason,
  redisWarnings,
} from '#backends/redis/health'
import { minutes } from '#time'

/** One Redis: its connection, and what it has said about itself. */
export interface RedisNode<Client extends RedisClient = RedisClient> {
  /** `host:port`. */
  readonly address: string
  readonly connection: RedisConnection<Client>
  readonly evictions: Evictions
  /** What an operator should change, one sentence each. */
  warnings(): string[]
}

export interface RedisNodeOptions<Client> {
  readonly address: string
  readonly createClient: Parameters<typeof connectRedis<Client & RedisClient>>[0]['createClient']
  /** Name of this Redis in error messages. */
  readonly description: string
  readonly describeError: (error: unknown) => string
  /** Whether it has to be a node of a cluster, or must not be one. */
  readonly inCluster: boolean
}

/** Connects to one Redis, and keeps reconnecting until it is closed. */
export function openRedisNode<Client extends RedisClient>({
  address,
  createClient,
  description,
  describeError,
  inCluster,
}: RedisNodeOptions<Client>): RedisNode<Client> {
  const evictions = new Evictions()
  let facts: RedisFacts | undefined
  const connection = connectRedis<Client>({
    createClient,
    description,
    describeError,
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
      if (reason !== undefined || !facts) return [`${description} cannot be used yet: ${reason}`]
      return [...redisWarnings(facts), ...clockWarnings(connection.clockSkewMs())]
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

/** From which clock skew on an operator is warned. */
const SKEW_WARNING_MS = minutes(1)

function clockWarnings(skewMs: number): string[] {
  if (Math.abs(skewMs) <= SKEW_WARNING_MS) return []
  const skew = `${Math.round(Math.abs(skewMs) / minutes(1))} min ${skewMs > 0 ? 'ahead of' : 'behind'}`
  return [
    `The clock of Redis is ${skew} this machine's. Budgets and jobs use the clocks of all machines ` +
      'that share the store: synchronise them (NTP)',
  ]
}
