/** What `INFO` says of a Redis, by name, such as `maxmemory_policy`. */
export type RedisInfo = ReadonlyMap<string, string>

/** What a Redis tells of itself, as far as it does. */
export interface AboutRedis {
  /** Absent where `INFO` is not allowed. */
  readonly info: RedisInfo | undefined
  /** The setting `save`, such as `3600 1 300 100`; absent where `CONFIG` is not allowed. */
  readonly save: string | undefined
}

/** Reads what `INFO` answers. */
export function infoIn(text: string): RedisInfo {
  const lines = text.split('\r\n').map((line) => /^([^#:]+):(.*)$/.exec(line))
  return new Map(lines.flatMap((line) => (line ? [[String(line[1]), String(line[2])]] : [])))
}

/** Asks a Redis for what it tells of itself; `send` rejects where a command is not allowed. */
export async function aboutRedis(send: (...command: string[]) => Promise<unknown>): Promise<AboutRedis> {
  const allowed = <T>(answer: Promise<T>) => answer.catch(() => undefined)
  const [info, config] = await Promise.all([
    allowed(send('INFO').then((text) => infoIn(String(text)))),
    allowed(send('CONFIG', 'GET', 'save') as Promise<[string?, string?]>),
  ])
  return { info, save: config?.[1] }
}

/** Why such a Redis can never be the store, and what to do, in words; nothing where it can. */
export function whyUnfit({ info }: AboutRedis): string | undefined {
  const policy = info?.get('maxmemory_policy') ?? ''
  if (info?.get('redis_mode') === 'sentinel')
    return 'it is a Sentinel, which watches over Redis and keeps nothing: give the address of the primary that it names'
  if (info?.get('cluster_enabled') === '1')
    return 'it is a node of a Redis Cluster, which is not supported: give a Redis without cluster mode'
  if (policy.startsWith('allkeys-'))
    return `it drops any key when its memory is full (maxmemory-policy ${policy}), issued keys among them: set it to noeviction`
  return undefined
}

/** What an operator should know of how this Redis keeps what it is given. */
export function redisWarnings({ info, save }: AboutRedis): string[] {
  if (!info)
    return [
      'Redis does not allow INFO, so that nobody notices when it drops keys or forgets them when it is killed: ' +
        'allow it, set maxmemory-policy to noeviction and appendonly to yes',
    ]
  const warnings: string[] = []
  if (info.get('role') === 'slave') {
    const primary = `${info.get('master_host')}:${info.get('master_port')}`
    warnings.push(
      `Redis is a replica of ${primary}: until it is promoted no key can be issued and nothing is counted in it; give the address of the primary`,
    )
  }
  if (info.get('aof_enabled') === '0')
    warnings.push(`When Redis is killed, ${whatIsLost(save)}, issued keys among it: set appendonly to yes`)
  const policy = info.get('maxmemory_policy') ?? 'noeviction'
  if (policy !== 'noeviction' && Number(info.get('maxmemory')) > 0)
    warnings.push(
      `Redis drops counts and the one key a day of a network when its memory is full (maxmemory-policy ${policy}), ` +
        'and a key that it does not know is 503 from then on: set it to noeviction',
    )
  return warnings
}

/** `save` lists after how many seconds Redis writes a snapshot given how many changes: `3600 1 300 100`. */
function whatIsLost(save: string | undefined): string {
  if (save === undefined) return 'it may forget all since its last snapshot'
  const periods = save.split(' ').filter((_, i) => i % 2 === 0)
  const longest = Math.max(0, ...periods.map(Number))
  if (longest === 0) return 'it forgets everything'
  const period = longest < 120 ? `${longest} seconds` : `${Math.ceil(longest / 60)} minutes`
  return `it may forget the last ${period}`
}

/** Whether a Redis has dropped keys by itself since it was met, by what it says of itself each time. */
export class Evictions {
  #known: number | undefined
  #count = 0

  /** Whether it tells at all. */
  get isTold(): boolean {
    return this.#known !== undefined
  }

  /** How many keys, of anybody, it has dropped since it was met. */
  get count(): number {
    return this.#count
  }

  note(info: RedisInfo | undefined): void {
    const evicted = Number(info?.get('evicted_keys') ?? Number.NaN)
    if (Number.isNaN(evicted)) return
    // It counts from nought when it is started.
    const since = this.#known !== undefined && evicted < this.#known ? 0 : (this.#known ?? evicted)
    this.#count += evicted - since
    this.#known = evicted
  }
}
