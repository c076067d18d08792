import { InvalidOptionError } from '#kernel/kit/errors'

/** Redis servers that a URL refers to. */
type RedisPlace =
  | { readonly kind: 'single'; readonly url: string }
  | { readonly kind: 'cluster'; readonly seeds: readonly string[]; readonly login: RedisLogin }
  | {
      readonly kind: 'sentinel'
      readonly seeds: readonly string[]
      /** Name of the primary in the Sentinels. */
      readonly primaryName: string
      readonly login: RedisLogin
    }

/** Several Redis servers. One of them is the primary of a key. */
export type RoutedPlace = Exclude<RedisPlace, { readonly kind: 'single' }>

/** Credentials for any of several addresses. */
interface RedisLogin {
  readonly isTls: boolean
  readonly username: string
  readonly password: string
  /** Number of the database. A cluster has only database 0. */
  readonly database: number
}

/** URL, split into its public part and its secrets. */
export interface ParsedRedisUrl {
  readonly place: RedisPlace
  /** Name for operators, without credentials. */
  readonly description: string
  readonly secrets: readonly string[]
}

const PARTS =
  /^(?<protocol>rediss?)(?:\+(?<kind>cluster|sentinel))?:\/\/(?:(?<credentials>[^/?#]*)@)?(?<hosts>[^/?#@]+)(?<path>\/[^?#]*)?$/i

/**
 * Parses the URL of a Redis server, of a cluster, or of the Sentinels of a primary. Errors never repeat the
 * URL, because it may contain a password.
 *
 * @throws InvalidOptionError if the URL is invalid.
 */
export function parseRedisUrl(url: string): ParsedRedisUrl {
  try {
    return splitRedisUrl(url)
  } catch {
    // This includes a URL that cannot be decoded.
    throw invalidUrl()
  }
}

function splitRedisUrl(url: string): ParsedRedisUrl {
  const parts = PARTS.exec(url)?.groups
  if (!parts) throw invalidUrl()
  const { protocol = '', kind, credentials = '', hosts = '', path = '' } = parts
  const colon = credentials.indexOf(':')
  const raw = colon < 0 ? [credentials, ''] : [credentials.slice(0, colon), credentials.slice(colon + 1)]
  const [username = '', password = ''] = raw.map(decodeURIComponent)
  const secrets = [...raw, username, password].filter((text) => text !== '')
  const isTls = protocol.toLowerCase() === 'rediss'

  if (kind === undefined) {
    const [host = ''] = addresses(hosts, '')
    if (hosts.includes(',') || !/^(\/\d*)?$/.test(path)) throw invalidUrl()
    const database = path.length > 1 ? `, database ${path.slice(1)}` : ''
    return { place: { kind: 'single', url }, description: `Redis at ${host}${database}`, secrets }
  }
  if (kind.toLowerCase() === 'cluster') {
    if (!/^(\/0?)?$/.test(path)) throw invalidUrl()
    const seeds = addresses(hosts, ':6379')
    const place = { kind: 'cluster', seeds, login: { isTls, username, password, database: 0 } } as const
    return { place, description: `Redis Cluster at ${seeds.join(', ')}`, secrets }
  }
  const [, name = '', database = '0'] = /^\/([^/]+)(?:\/(\d+))?$/.exec(path) ?? []
  if (name === '') throw invalidUrl()
  const seeds = addresses(hosts, ':26379')
  const primaryName = decodeURIComponent(name)
  const login = { isTls, username, password, database: Number(database) }
  const description = `Redis ${primaryName} of the Sentinels at ${seeds.join(', ')}`
  return { place: { kind: 'sentinel', seeds, primaryName, login }, description, secrets }
}

/** Returns each `host:port` of a list. `port` is added if an entry has none. */
function addresses(hosts: string, port: string): string[] {
  return hosts.split(',').map((text) => {
    // Unlike `http:`, `redis:` has no default port that the parser would drop.
    const { host, pathname } = new URL(`redis://${text}`)
    if (host === '' || pathname !== '') throw invalidUrl()
    return /:\d+$/.test(host) ? host : host + port
  })
}

/** Returns the URL of one address. */
export function urlOf(address: string, { isTls, username, password, database }: RedisLogin): string {
  const credentials = [username, password].map(encodeURIComponent).join(':')
  const login = credentials === ':' ? '' : `${credentials}@`
  return `${isTls ? 'rediss' : 'redis'}://${login}${address}/${database}`
}

function invalidUrl(): InvalidOptionError {
  return new InvalidOptionError(
    'Invalid Redis URL: use redis://user:password@host:6379/0, redis+cluster://host:6379,host:6379 or ' +
      'redis+sentinel://host:26379,host:26379/NAME, with special characters percent-encoded',
  )
}
