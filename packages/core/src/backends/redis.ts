import { inBatches } from '#backends/batches'
import {
  type AboutRedis,
  aboutRedis,
  Evictions,
  infoIn,
  redisWarnings,
  whyUnfit,
} from '#backends/redis-about'
import { connectRedis, PATIENCE_MS, type RedisConnection } from '#backends/redis-connection'
import { redisCounters } from '#backends/redis-counters'
import { underPrefix } from '#backends/under-prefix'
import type { Backend } from '#store/backend'
import { UNWATCHED } from '#store/watch'
import { minutes } from '#time'

const RECORDS = 'space-data:record:'
const COUNTERS = 'space-data:counter:'

/**
 * Opens Redis, `redis://user:password@host:6379/0` or `rediss://` for TLS, for records and counters on one connection of
 * `@keyv/redis`. It opens within two seconds whether Redis answers or not: `warnings` then says so, and every operation
 * rejects until it does. Throws a TypeError for a URL that is none. Rejects with the code `REDIS_UNFIT` for a Redis that can never be the
 * store: a Sentinel, a node of a cluster, one that may drop any key. Where that is only found out later, every operation rejects.
 */
export async function redis(url: string): Promise<Backend> {
  const { description, secrets } = placeOf(url)
  const { createClient, default: KeyvRedis } = await import('@keyv/redis')
  const newClient = (settings: object) => createClient({ url, ...settings })
  const evictions = new Evictions()
  let about: AboutRedis | undefined
  const connection = connectRedis(
    newClient,
    description,
    (error) => inWords(error, secrets),
    async (send) => {
      about = await aboutRedis(send)
      evictions.note(about.info)
      return whyUnfit(about)
    },
  )
  const records = new KeyvRedis(connection.client, { throwOnErrors: true })
  records.on('error', () => {})
  await connection.opened
  const refusal = connection.refusal()
  if (refusal !== undefined) {
    await connection.close()
    throw Object.assign(new Error(`${description} cannot be the store: ${refusal}`), { code: 'REDIS_UNFIT' })
  }
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
    get warnings() {
      const fault = connection.fault()
      if (fault !== undefined || !about) return [`${description} cannot be used yet: ${fault}`]
      return [...redisWarnings(about), ...clockWarnings(connection.apartMs())]
    },
    keys,
    losses: lossesOf(connection, evictions),
    close: connection.close,
  }
}

/** What two clocks may be apart before an operator is told. */
const APART_MS = minutes(1)

function clockWarnings(apartMs: number): string[] {
  if (Math.abs(apartMs) <= APART_MS) return []
  const apart = `${Math.round(Math.abs(apartMs) / minutes(1))} min ${apartMs > 0 ? 'ahead of' : 'behind'}`
  return [
    `The clock of Redis is ${apart} this machine's: budgets and jobs go by the clocks of those who share the store; set them right`,
  ]
}

/** Asked after each key that is not there, and not before: many who ask at once are answered together. */
function lossesOf({ read }: RedisConnection, evictions: Evictions): () => Promise<string | undefined> {
  const look = inBatches<undefined, undefined>(
    async (asked) => {
      evictions.note(infoIn(String(await read('INFO', 'stats'))))
      return asked
    },
    { watch: UNWATCHED, patienceMs: PATIENCE_MS },
  )
  return async () => {
    if (evictions.isTold && evictions.count === 0) await look(undefined)
    return evictions.count > 0
      ? 'Redis has dropped keys because its memory was full (set maxmemory-policy to noeviction)'
      : undefined
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
