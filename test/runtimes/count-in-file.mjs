// On the runtime that runs this file: takes from one limit and writes records in the SQLite file of its first
// argument, for as long as the file of its second is not there, and prints what it was acknowledged. Others
// may do the same at once.
import { existsSync } from 'node:fs'
import process from 'node:process'
import { sqlite } from '../../packages/core/dist/sqlite.js'

const [path, stop, name] = process.argv.slice(2)
const { adapter, atomic, flush, close } = await sqlite(path)
const UNTIL = Date.now() + 86_400_000
const numbers = []
const written = []
console.error('begun')
while (!existsSync(stop)) {
  const takes = Array.from({ length: 20 }, () => atomic.add('shared', 1e9, UNTIL, Date.now()))
  for (const { count } of await Promise.all(takes)) numbers.push(count)
  const key = `${name}:${written.length}`
  await adapter.set(key, '{"value":1}')
  await flush()
  written.push(key)
  await new Promise((resolve) => setTimeout(resolve, 1))
}
await close()
console.log(JSON.stringify({ numbers, written }))
