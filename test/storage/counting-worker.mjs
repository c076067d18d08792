// Counts in the store of its argument, by messages of its parent; uses the built package.
import { postgres } from '../../packages/core/dist/postgres.js'
import { redis } from '../../packages/core/dist/redis.js'
import { sqlite } from '../../packages/core/dist/sqlite.js'
import { again } from './again.mjs'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const UNTIL = NOW + 86_400_000
const [, , place] = process.argv
const open = { redis, postgres }[place.split(/[:+]/)[0]] ?? sqlite
const { atomic, close } = await open(place)

const tasks = {
  async add({ key, limit, times, atOnce }) {
    const numbers = []
    let failed = 0
    let left = times
    const taker = async () => {
      while (left-- > 0) {
        try {
          const { added, count } = await again(() => atomic.add(key, limit, UNTIL, NOW))
          if (added) numbers.push(count)
        } catch {
          failed += 1
        }
      }
    }
    await Promise.all(Array.from({ length: atOnce }, taker))
    return { numbers, failed }
  },
  /** Takes all keys at once, in an order of its own each time. */
  async addToMany({ keys, limit, rounds }) {
    let failed = 0
    for (let round = 0; round < rounds; round += 1) {
      const mixed = keys.map((key) => [Math.random(), key]).sort(([a], [b]) => a - b)
      const takes = mixed.map(([, key]) => again(() => atomic.add(key, limit, UNTIL, NOW)))
      for (const { status } of await Promise.allSettled(takes)) if (status === 'rejected') failed += 1
    }
    return { numbers: [], failed }
  },
  async setIfAbsent({ key, times }) {
    const values = Array.from({ length: times }, (_, i) => `${process.pid}:${i}`)
    const told = []
    for (let i = 0; i < times; i += 500) {
      const some = values
        .slice(i, i + 500)
        .map((value) => again(() => atomic.setIfAbsent(key, value, UNTIL, NOW)))
      told.push(...(await Promise.all(some)))
    }
    return { won: told.filter((holder, i) => holder === values[i]).length, holders: [...new Set(told)] }
  },
  async subtract({ key, times }) {
    await Promise.all(Array.from({ length: times }, () => again(() => atomic.subtract(key))))
    return {}
  },
}

process.on('message', async (task) => process.send(await tasks[task.do](task)))
process.on('disconnect', close)
process.send('ready')
