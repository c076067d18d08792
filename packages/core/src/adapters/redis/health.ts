/** Fields of `INFO`, by name, such as `maxmemory_policy`. */
export type RedisInfo = ReadonlyMap<string, string>

/** Configuration of a Redis server, as far as it may be read. */
export interface RedisFacts {
  /** `undefined` if `INFO` is not allowed. */
  readonly info: RedisInfo | undefined
  /** Setting `save`, such as `3600 1 300 100`. `undefined` if `CONFIG` is not allowed. */
  readonly save: string | undefined
  /** Setting `cluster-require-full-coverage`, `yes` or `no`. */
  readonly requiresFullCoverage: string | undefined
}

/** Parses the response to `INFO`. */
export function parseInfo(text: string): RedisInfo {
  const lines = text.split('\r\n').map((line) => /^([^#:]+):(.*)$/.exec(line))
  return new Map(lines.flatMap((line) => (line ? [[String(line[1]), String(line[2])]] : [])))
}

/** Reads the configuration of a Redis server. `send` rejects if a command is not allowed. */
export async function readRedisFacts(send: (...command: string[]) => Promise<unknown>): Promise<RedisFacts> {
  const ifAllowed = <T>(response: Promise<T>) => response.catch(() => undefined)
  const setting = async (name: string) => {
    const found = (await ifAllowed(send('CONFIG', 'GET', name))) as [string?, string?] | undefined
    return found?.[1]
  }
  const [info, save, requiresFullCoverage] = await Promise.all([
    ifAllowed(send('INFO').then((text) => parseInfo(String(text)))),
    setting('save'),
    setting('cluster-require-full-coverage'),
  ])
  return { info, save, requiresFullCoverage }
}

/**
 * Returns why a Redis server can never be the store, and what to change. Returns `undefined` if it can.
 *
 * @param inCluster Whether it must be a node of a cluster. If not, it must not be one.
 */
export function redisUnfitReason({ info }: RedisFacts, inCluster: boolean): string | undefined {
  const policy = info?.get('maxmemory_policy') ?? ''
  if (info?.get('redis_mode') === 'sentinel')
    return 'it is a Sentinel, which monitors Redis and stores nothing: use redis+sentinel://HOST:PORT/NAME'
  if (!inCluster && info?.get('cluster_enabled') === '1')
    return 'it is a node of a Redis Cluster: use redis+cluster://HOST:PORT'
  if (inCluster && info?.get('cluster_enabled') === '0')
    return 'it is not a node of a Redis Cluster: use redis://HOST:PORT'
  if (policy.startsWith('allkeys-'))
    return (
      `it evicts any key when its memory is full (maxmemory-policy ${policy}), issued keys included: ` +
      'set it to noeviction'
    )
  return undefined
}

/** Returns the changes that an operator should make so that a Redis server loses nothing. */
export function redisWarnings({ info, save, requiresFullCoverage }: RedisFacts): string[] {
  if (!info)
    return [
      'Redis does not allow INFO, so evicted keys and missing persistence cannot be detected: ' +
        'allow it, set maxmemory-policy to noeviction and appendonly to yes',
    ]
  const warnings: string[] = []
  if (info.get('role') === 'slave') {
    const primary = `${info.get('master_host')}:${info.get('master_port')}`
    warnings.push(
      `Redis is a read-only replica of ${primary}: no keys can be issued and nothing is counted until it ` +
        'is promoted. Use the address of the primary',
    )
  }
  if (info.get('aof_enabled') === '0')
    warnings.push(`If Redis is killed, ${lossOnKill(save)}, issued keys included: set appendonly to yes`)
  const policy = info.get('maxmemory_policy') ?? 'noeviction'
  if (policy !== 'noeviction' && Number(info.get('maxmemory')) > 0)
    warnings.push(
      `Redis evicts quotas and daily key limits when its memory is full (maxmemory-policy ${policy}). ` +
        'After that, every unknown key receives 503: set maxmemory-policy to noeviction',
    )
  if (info.get('cluster_enabled') === '1' && requiresFullCoverage === 'yes')
    warnings.push(
      'While one primary of the Redis Cluster is being replaced, the other primaries do not respond ' +
        'either: set cluster-require-full-coverage to no',
    )
  return warnings
}

/**
 * `save` lists pairs such as `3600 1 300 100`: a number of seconds, and the number of changes after which
 * Redis writes a snapshot.
 */
function lossOnKill(save: string | undefined): string {
  if (save === undefined) return 'it may lose everything since its last snapshot'
  const periods = save.split(' ').filter((_, i) => i % 2 === 0)
  const longest = Math.max(0, ...periods.map(Number))
  if (longest === 0) return 'it loses everything'
  const period = longest < 120 ? `${longest} seconds` : `${Math.ceil(longest / 60)} minutes`
  return `it may lose the last ${period}`
}
