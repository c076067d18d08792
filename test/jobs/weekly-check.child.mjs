// A process of its own that runs its jobs on a SQLite file until it is ended. Its schedules wait 5 ms instead of 30 s.
import { createSpaceData } from '../../packages/core/dist/index.js'
import { sqlite } from '../../packages/core/dist/sqlite.js'

const [file = '', origin = ''] = process.argv.slice(2)
const { setTimeout: wait } = globalThis
globalThis.setTimeout = Object.assign(
  (work, ms, ...rest) => wait(work, ms === 30_000 ? 5 : ms, ...rest),
  wait,
)
Math.random = () => 0
const upstreams = Object.fromEntries(
  ['swpc', 'celestrak', 'launch-library', 'donki'].map((provider) => [provider, origin]),
)
const spaceData = createSpaceData({
  store: await sqlite(file),
  upstreams,
  onError() {},
  onEvent(event) {
    if (event.type === 'job') process.stdout.write(`${JSON.stringify(event)}\n`)
  },
})
spaceData.jobs.start({ pull: { paceMs: 0 } })
process.stdout.write('begun\n')
