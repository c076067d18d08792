import type { RedisConnection } from '#backends/redis-connection'

/** What an operator should know of how this Redis keeps what it is given; nothing where it does not tell. */
export async function redisWarnings({ read }: Pick<RedisConnection, 'read'>): Promise<string[]> {
  const setting = async (name: string) => {
    const [, value] = (await read('CONFIG', 'GET', name)) as [string?, string?]
    return value
  }
  try {
    const [appendOnly, save, maxMemory, policy] = await Promise.all(
      ['appendonly', 'save', 'maxmemory', 'maxmemory-policy'].map(setting),
    )
    const warnings: string[] = []
    if (appendOnly === 'no') {
      warnings.push(
        `When Redis is killed, ${whatIsLost(save ?? '')}, issued keys among it: set appendonly to yes`,
      )
    }
    if (policy !== undefined && policy !== 'noeviction' && Number(maxMemory) > 0) {
      warnings.push(
        `Redis may drop issued keys when its memory is full (maxmemory-policy ${policy}): set it to noeviction`,
      )
    }
    return warnings
  } catch {
    return []
  }
}

/** `save` lists after how many seconds Redis writes a snapshot given how many changes: `3600 1 300 100`. */
function whatIsLost(save: string): string {
  const periods = save.split(' ').filter((_, i) => i % 2 === 0)
  const longest = Math.max(0, ...periods.map(Number))
  if (longest === 0) return 'it forgets everything'
  const period = longest < 120 ? `${longest} seconds` : `${Math.ceil(longest / 60)} minutes`
  return `it may forget the last ${period}`
}
