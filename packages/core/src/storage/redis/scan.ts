import type { RedisConnection } from '#storage/redis/connection'

/** Returns the keys of one Redis that begin with `prefix`. */
export async function scanRedis(prefix: string, { command }: RedisConnection): Promise<string[]> {
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
