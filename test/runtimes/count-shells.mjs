// Counts a catalogue on the runtime that runs this file, and prints the hash of everything that is published.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readElementSets } from '../../packages/core/dist/debris.js'
import { createSpaceData } from '../../packages/core/dist/index.js'
import { nodeWorkers } from '../../packages/core/dist/node.js'

const [file = '', workers = '0'] = process.argv.slice(2)
const T0 = Date.UTC(2026, 10, 21)
const spaceData = createSpaceData({ now: () => new Date(T0) })
const { elementSets } = readElementSets(readFileSync(file, 'utf8'))
await spaceData.jobs.shells.run({
  catalogue: { elementSets, source: 'test', fetchedAt: T0 },
  at: T0,
  ...(workers !== '0' && { pool: () => nodeWorkers(Number(workers)) }),
})
const hash = createHash('sha256')
for (let alt = 150; alt <= 2_000; alt += 10) {
  const answer = await spaceData.handleAsOperator(new Request(`http://space-data.test/shell/density/${alt}`))
  hash.update(JSON.stringify((await answer.json()).data.bins))
}
await spaceData.close()
console.log(hash.digest('hex'))
process.exit(0)
