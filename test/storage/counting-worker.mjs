// Counts in the place of its argument, as it is told by its parent; it uses the package as it is built.
import { redis } from '../../packages/core/dist/redis.js'
import { sqlite } from '../../packages/core/dist/sqlite.js'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const UNTIL = NOW + 86_400_000
const [, , place] = process.argv
const { counters, close } = await (place.startsWith('redis:') ? redis(place) : sqlite(place))

const tasks = {
  async take({ key, limit, times, atOnce }) {
    const numbers = []
    let failed = 0
    let left = times
    const taker = async () => {
      while (left-- > 0) {
        try {
          const { granted, used } = await counters.take(key, limit, UNTIL, NOW)
          if (granted) numbers.push(used)
        } catch {
          failed += 1
        }
      }
    }
    await Promise.all(Array.from({ length: atOnce }, taker))
    return { numbers, failed }
  },
  async claim({ key, times }) {
    const values = Array.from({ length: times }, (_, i) => `${process.pid}:${i}`)
    const told = await Promise.all(values.map((value) => counters.claim(key, value, UNTIL, NOW)))
    return { won: told.filter((holder, i) => holder === values[i]).length, holders: [...new Set(told)] }
  },
  async giveBack({ key, times }) {
    await Promise.all(Array.from({ length: times }, () => counters.giveBack(key)))
    return {}
  },
}

process.on('message', async (task) => process.send(await tasks[task.do](task)))
process.on('disconnect', close)
process.send('ready')
