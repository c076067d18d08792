// One process of several on the store of its arguments, whose providers are all at one address; it asks
// itself what its parent tells it, all at once; it uses the package as it is built.
import { setTimeout as sleep } from 'node:timers/promises'
import { createSpaceData, memory } from '../../packages/core/dist/index.js'

const [origin, kind, place] = process.argv.slice(2)
const opened = {
  memory: async () => memory(),
  sqlite: async () => (await import('../../packages/core/dist/sqlite.js')).sqlite(place),
  postgres: async () => (await import('../../packages/core/dist/postgres.js')).postgres(place),
  redis: async () => (await import('../../packages/core/dist/redis.js')).redis(place),
}
let failures = 0
const spaceData = createSpaceData({
  store: await opened[kind](),
  upstreams: { swpc: origin, celestrak: origin, donki: origin, 'launch-library': origin },
  limits: { referencePerMinute: 1_000_000 },
  onError: () => {
    failures += 1
  },
})
const { key } = await issueKey()

process.on('message', async ({ path, times }) => {
  const texts = new Set()
  const outcomes = {}
  const ask = async () => {
    const request = new Request(`http://space-data.test${path}`, { headers: { 'x-api-key': key } })
    const response = await spaceData.handle(request, { ip: '192.0.2.1' })
    texts.add(`${response.status} ${await response.text()}`)
    const [outcome] = /hit|collapsed|stored/.exec(response.headers.get('cache-status')) ?? ['none']
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  }
  await Promise.all(Array.from({ length: times }, ask))
  process.send({ texts: [...texts], outcomes, failures })
})
process.on('disconnect', () => spaceData.close())
process.send('ready')

/** Waits for a store that has just started, at most 20 s. */
async function issueKey(left = 40) {
  try {
    return await spaceData.keys.issue({ tier: 'enterprise', label: 'test' })
  } catch (error) {
    if (error.code !== 'store_unavailable' || left === 0) throw error
    await sleep(500)
    failures = 0
    return issueKey(left - 1)
  }
}
