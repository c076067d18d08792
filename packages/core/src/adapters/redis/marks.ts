import type { RedisRouter } from '#adapters/redis/router'
import { SLOT_COUNT, slotOf } from '#adapters/redis/slots'

/** Number of neighbouring slots that each mark covers. */
const SLOTS_PER_MARK = 256

/** Detects a primary that has lost its data while other primaries have not. */
export interface Marks {
  /** Reads the marks, and writes the missing ones. If that fails, it is tried again with each check. */
  load(): Promise<void>
  /** Returns which primary has lost its mark, if any. */
  findLoss(): Promise<string | undefined>
}

/**
 * Keeps a random mark in every 64th part of the slots, so that each primary has some marks. The instance id
 * of the store is on only one primary.
 */
export function marksOf(router: RedisRouter, prefix: string): Marks {
  const keys = Array.from({ length: SLOT_COUNT / SLOTS_PER_MARK }, () => '')
  for (let n = 0, missing = keys.length; missing > 0; n += 1) {
    const key = `${prefix}{${n}}`
    const part = Math.floor(slotOf(key) / SLOTS_PER_MARK)
    if (keys[part] !== '') continue
    keys[part] = key
    missing -= 1
  }
  const values = new Map<string, string>()

  return {
    load,
    async findLoss() {
      await load()
      const sampled = new Map<string, string>()
      for (const key of values.keys()) sampled.set(router.primaryOf(slotOf(key)) ?? '', key)
      const losses = [...sampled].map(async ([address, key]) => {
        const value = await router.command('GET', key)
        return value === values.get(key) ? [] : [`The Redis at ${address} was emptied or replaced`]
      })
      return (await Promise.all(losses)).flat()[0]
    },
  }

  async function load(): Promise<void> {
    const unknown = keys.filter((key) => !values.has(key))
    await Promise.allSettled(
      unknown.map(async (key) => {
        values.set(key, String(await router.runScript(MARK, [key], [crypto.randomUUID()])))
      }),
    )
  }
}

const MARK = `redis.call('SETNX', KEYS[1], ARGV[2])
return redis.call('GET', KEYS[1])`
