import { connectRedis, PATIENCE_MS, type RedisConnection } from '#backends/redis-connection'
import { redisCounters } from '#backends/redis-counters'
import { redisWarnings } from '#backends/redis-warnings'
import { underPrefix } from '#backends/under-prefix'
import type { Backend } from '#store/backend'

const RECORDS = 'space-data:record:'
const COUNTERS = 'space-data:counter:'

/**
 * Opens Redis, `redis://user:password@host:6379/0` or `rediss://` for TLS, for records and counters on one connection of
 * `@keyv/redis`. It opens within two seconds whether Redis answers or not: `warnings` then says so, and every operation
 * rejects until it does. Throws a TypeError for a URL that is none.
 */
export async function redis(url: string): Promise<Backend> {
  const { description, secrets } = placeOf(url)
  const { createClient, default: KeyvRedis } = await import('@keyv/redis')
  const newClient = (settings: object) => createClient({ url, ...settings })
  const connection = connectRedis(newClient, description, (error) => inWords(error, secrets))
  const records = new KeyvRedis(connection.client, { throwOnErrors: true })
  records.on('error', () => {})
  await connection.opened
  const fault = connection.fault()
  const { adapter, keys } = underPrefix(RECORDS, {
    get: (key) => connection.ask(() => records.get(key)),
    set: (key, value, ttlMs) =>
      connection.run(WRITE, [key], ['SET', key, value, ...(ttlMs ? ['PX', String(Math.ceil(ttlMs))] : [])]),
    delete: async (key) => (await connection.run(WRITE, [key], ['UNLINK', key])) === 1,
    keys: (prefix) => scan(prefix, connection),
  })

  return {
    description,
    adapter,
    counters: redisCounters(connection, COUNTERS, PATIENCE_MS),
    patienceMs: PATIENCE_MS,
    warnings:
      fault === undefined ? await redisWarnings(connection) : [`${description} cannot be used yet: ${fault}`],
    keys,
    close: connection.close,
  }
}

const WRITE = 'return redis.call(unpack(ARGV, 2))'

async function scan(prefix: string, { read }: RedisConnection): Promise<string[]> {
  const pattern = `${prefix.replace(/[\\*?[\]]/g, '\\$&')}*`
  const found = new Set<string>()
  let cursor = '0'
  do {
    const [next, keys] = (await read('SCAN', cursor, 'MATCH', pattern, 'COUNT', '5000')) as [string, string[]]
    for (const key of keys) found.add(key)
    cursor = next
  } while (cursor !== '0')
  return [...found]
}

/** What may be said of a URL, and what may not; no error repeats it, for it may hold a password. */
function placeOf(url: string): { description: string; secrets: string[] } {
  const { protocol, host, pathname, username, password, search, hash } = parsed(url)
  if (!/^rediss?:$/.test(protocol) || host === '' || !/^\/?\d*$/.test(pathname) || search || hash)
    throw wrongUrl()
  const database = pathname.length > 1 ? `, database ${pathname.slice(1)}` : ''
  const secrets = [username, password, decoded(username), decoded(password)].filter((text) => text !== '')
  return { description: `Redis at ${host}${database}`, secrets }
}

function parsed(url: string): URL {
  try {
    return new URL(url)
  } catch {
    throw wrongUrl()
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw wrongUrl()
  }
}

function wrongUrl(): TypeError {
  return new TypeError(
    'A Redis URL looks like redis://user:password@host:6379/0, its special characters percent-encoded',
  )
}

/** A server that is no Redis may repeat what it was sent. */
function inWords(error: unknown, secrets: readonly string[]): string {
  const { message, code } = error as Error & { code?: string }
  return secrets.reduce(
    (text, secret) => text.replaceAll(secret, '…'),
    message || code || 'it cannot be reached',
  )
}
