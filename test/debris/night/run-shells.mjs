// A process of its own that runs the shell job on a SQLite file, until it is killed.
import { readFileSync } from 'node:fs'
import { readElementSets } from '../../../packages/core/dist/debris.js'
import { createSpaceData } from '../../../packages/core/dist/index.js'
import { sqlite } from '../../../packages/core/dist/sqlite.js'

const [file = '', catalogue = '', aheadMs = '0', at = '0'] = process.argv.slice(2)
const spaceData = createSpaceData({
  store: await sqlite(file),
  now: () => new Date(Date.now() + Number(aheadMs)),
})
const { elementSets } = readElementSets(readFileSync(catalogue, 'utf8'))
process.stdout.write('begun\n')
const report = await spaceData.jobs.shells.run({
  catalogue: { elementSets, source: catalogue.includes('one') ? 'one' : 'two', fetchedAt: Number(at) },
  at: Number(at),
})
await spaceData.close()
process.stdout.write(`${JSON.stringify(report)}\n`)
