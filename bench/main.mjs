// `bench [NAME] [--rounds N] [--only PATTERN] …`: one benchmark, or all of them.
import { parseArgs } from 'node:util'
import { counters } from './counters.mjs'
import { feed } from './feed.mjs'
import { growth } from './growth.mjs'
import { http } from './http.mjs'
import { inProcess } from './in-process.mjs'
import { writePage } from './measure.mjs'
import { requests } from './requests.mjs'
import { shells } from './shells.mjs'
import { stampede } from './stampede.mjs'
import { start } from './start.mjs'
import { stores } from './stores.mjs'

const benchmarks = {
  http,
  requests,
  'in-process': inProcess,
  counters,
  stores,
  stampede,
  growth,
  start,
  shells,
  feed,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    only: { type: 'string' },
    catalogue: { type: 'string' },
    at: { type: 'string' },
    cpp: { type: 'string' },
  },
})
const { rounds, ...options } = values
const unknown = positionals.filter((name) => !Object.hasOwn(benchmarks, name))
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(', ')}: choose from ${Object.keys(benchmarks).join(', ')}`,
  )
  process.exit(2)
}
for (const name of positionals.length > 0 ? positionals : Object.keys(benchmarks)) {
  await benchmarks[name]({ ...options, ...(rounds && { rounds: Number(rounds) }) })
}
writePage()
