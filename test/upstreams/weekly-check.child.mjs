// A process of its own that runs its jobs on a SQLite file until it is ended. Its schedules wait 5 ms instead
// of 30 s and say so, and its clock goes ahead by ten minutes as it waits for the first time.
import { createSpaceData } from '../../packages/core/dist/index.js'
import { sqlite } from '../../packages/core/dist/sqlite.js'

const [file = '', origin = ''] = process.argv.slice(2)
const { setTimeout: wait } = globalThis
let aheadMs = 0
const quick = (work, ms, ...rest) => {
  if (ms !== 30_000) return wait(work, ms, ...rest)
  aheadMs = 600_000
  process.stdout.write('tick\n')
  return wait(work, 5, ...rest)
}
globalThis.setTimeout = Object.assign(quick, wait)
Math.random = () => 0
const upstreams = Object.fromEntries(
  ['swpc', 'gfz', 'celestrak', 'launch-library', 'donki'].map((provider) => [provider, origin]),
)
const spaceData = createSpaceData({
  store: await sqlite(file),
  upstreams,
  now: () => new Date(Date.now() + aheadMs),
  onError() {},
  onEvent(event) {
    if (event.type === 'job') process.stdout.write(`${JSON.stringify(event)}\n`)
  },
})
spaceData.jobs.start({ pull: { paceMs: 0 } })
process.stdout.write('begun\n')
