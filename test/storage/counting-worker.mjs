// Counts on the SQLite file of its argument, as it is told by its parent; it uses the package as it is built.
import { sqlite } from '../../packages/core/dist/sqlite.js'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const UNTIL = NOW + 86_400_000
const { counters, close } = await sqlite(process.argv[2])

const tasks = {
  async take({ key, limit, times, atOnce }) {
    const numbers = []
    let left = times
    const taker = async () => {
      while (left-- > 0) {
        const { granted, used } = await counters.take(key, limit, UNTIL, NOW)
        if (granted) numbers.push(used)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, taker))
    return { numbers }
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
