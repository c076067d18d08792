// The library on node:http with a store in memory, a key of its own, and the shells of a catalogue (its file
// is the argument).
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createSpaceData } from '@space-data/core'
import { readElementSets } from '@space-data/core/debris'
import { answerClientErrors, nodeCompressor, toNodeListener } from '@space-data/core/node'
import { kpFeed } from '../kp-feed.mjs'
import { announce } from './announce.mjs'

const spaceData = createSpaceData({
  compress: nodeCompressor(),
  fetch: () => kpFeed(),
  tiers: { free: { requestsPerDay: 1_000_000_000 } },
})
const { key } = await spaceData.keys.issue({ tier: 'free', label: 'bench' })
const { elementSets } = readElementSets(readFileSync(process.argv[2], 'utf8'))
const now = Date.now()
await spaceData.jobs.shells.run({
  catalogue: { elementSets, source: 'benchmark', fetchedAt: now },
  at: now,
})
const server = createServer()
answerClientErrors(server, toNodeListener(spaceData))
server.listen(0, '127.0.0.1', () => {
  console.log(`key ${key}`)
  announce(server.address().port)
})
