import { coalesce } from '#backends/coalesce'
import { prefixedAdapter } from '#backends/prefixed-adapter'
import { connectRedis, type RedisConnection, TIMEOUT_MS } from '#backends/redis-connection'
import { redisCounters } from '#backends/redis-counters'
import {
  Evictions,
  parseInfo,
  type RedisFacts,
  readRedisFacts,
  redisUnfitReason,
  redisWarnings,
} from '#backends/redis-health'
import { InvalidOptionError } from '#errors'
import type { StoreBackend } from '#store/backend'
import { NO_CIRCUIT_BREAKER } from '#store/circuit-breaker'
import { minutes } from '#time'

const RECORDS = 'space-data:record:'
const COUNTERS = 'space-data:counter:'

/**
 * Opens Redis for records and counters, on one connection of `@keyv/redis`. Resolves within two seconds even
 * if Redis does not respond: `warnings` then reports that, and every operation rejects until it does.
 *
 * @param url `redis://user:password@host:6379/0`, or `rediss://` for TLS.
 * @throws InvalidOptionError for an invalid URL.
 * @throws Error with the code `REDIS_UNFIT` for a Redis that can never be the store: a Sentinel, a cluster
 * node, one that may evict any key. Where that is only detected later, every operation rejects.
 * @example
 * import { createSpaceData } from '@space-data/core'
 * import { redis } from '@space-data/core/redis'
 *
 * const spaceData = createSpaceData({ store: await redis('redis://localhost:6379') })
 */
export async function redis(url: string): Promise<StoreBackend> {
  const { description, secrets } = parseRedisUrl(url)
  const { createClient, default: KeyvRedis } = await import('@keyv/redis')
  const evictions = new Evictions()
  let facts: RedisFacts | undefined
  const connection = connectRedis({
    createClient: (settings: object) => createClient({ url, ...settings }),
    description,
    describeError: (error) => describeError(error, secrets),
    async checkFitness(send) {
      facts = await readRedisFacts(send)
      evictions.record(facts.info)
      return redisUnfitReason(facts)
    },
  })
  const records = new KeyvRedis(connection.client, { throwOnErrors: true })
  records.on('error', () => {})
  await connection.opened
  const unfit = connection.unfitReason()
  if (unfit !== undefined) {
    await connection.close()
    throw Object.assign(new Error(`${description} cannot be the store: ${unfit}`), { code: 'REDIS_UNFIT' })
  }
  const { adapter, keys } = prefixedAdapter(RECORDS, {
    get: (key) => connection.query(() => records.get(key)),
    set: (key, value, ttlMs) => {
      const expiry = ttlMs ? ['PX', String(Math.ceil(ttlMs))] : []
      return connection.runScript(WRITE, [key], ['SET', key, value, ...expiry])
    },
    delete: async (key) => (await connection.runScript(WRITE, [key], ['UNLINK', key])) === 1,
    keys: (prefix) => scan(prefix, connection),
  })

  return {
    description,
    adapter,
    counters: redisCounters(connection, COUNTERS, TIMEOUT_MS),
    timeoutMs: TIMEOUT_MS,
    get warnings() {
      const reason = connection.unavailableReason()
      if (reason !== undefined || !facts) return [`${description} cannot be used yet: ${reason}`]
      return [...redisWarnings(facts), ...clockWarnings(connection.clockSkewMs())]
    },
    keys,
    dataLoss: evictionCheck(connection, evictions),
    close: connection.close,
  }
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

/** Checks for evictions after reads of missing keys; concurrent checks share one command. */
function evictionCheck(
  { command }: RedisConnection,
  evictions: Evictions,
): () => Promise<string | undefined> {
  const update = coalesce<undefined, undefined>(
    async (calls) => {
      evictions.record(parseInfo(String(await command('INFO', 'stats'))))
      return calls
    },
    { breaker: NO_CIRCUIT_BREAKER, timeoutMs: TIMEOUT_MS },
  )
  return async () => {
    if (evictions.isReported && evictions.count === 0) await update(undefined)
    return evictions.count > 0
      ? 'Redis has evicted keys because its memory was full (set maxmemory-policy to noeviction)'
      : undefined
  }
}

const WRITE = 'return redis.call(unpack(ARGV, 2))'

async function scan(prefix: string, { command }: RedisConnection): Promise<string[]> {
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
}

/**
 * Splits a URL into its public part and its secrets. Errors never repeat the URL: it may contain a password.
 */
function parseRedisUrl(url: string): { description: string; secrets: string[] } {
  const { protocol, host, pathname, username, password, search, hash } = parseUrl(url)
  if (!/^rediss?:$/.test(protocol) || host === '' || !/^\/?\d*$/.test(pathname) || search || hash)
    throw invalidUrl()
  const database = pathname.length > 1 ? `, database ${pathname.slice(1)}` : ''
  const decoded = [username, password].map(decodePercent)
  const secrets = [username, password, ...decoded].filter((text) => text !== '')
  return { description: `Redis at ${host}${database}`, secrets }
}

function parseUrl(url: string): URL {
  try {
    return new URL(url)
  } catch {
    throw invalidUrl()
  }
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw invalidUrl()
  }
}

function invalidUrl(): InvalidOptionError {
  return new InvalidOptionError(
    'Invalid Redis URL: use redis://user:password@host:6379/0, with special characters percent-encoded',
  )
}

/**
 * Returns the message of an error without secrets: a server that is not Redis may repeat what it was sent.
 */
function describeError(error: unknown, secrets: readonly string[]): string {
  const { message, code } = error as Error & { code?: string }
  return secrets.reduce(
    (text, secret) => text.replaceAll(secret, '…'),
    message || code || 'it cannot be reached',
  )
}
