// A process that delivers webhooks, until it is killed: `deliver.mjs STORE SECRET AHEAD_MS`. Its clock is
// ahead by so much, so that what waits is due. It reaches nobody but receivers on loopback.
import { createSpaceData } from '@space-data/core'
import { ReceiverUnreachableError } from '@space-data/core/alerts'
import { everything } from '@space-data/core/features'

const [store = '', secret = '', aheadMs = '0'] = process.argv.slice(2)
const sender = {
  async check() {},
  async send({ url, headers, body }) {
    try {
      const response = await fetch(url, { method: 'POST', headers, body })
      return { status: response.status, retryAfter: null, body: await response.text() }
    } catch (error) {
      throw new ReceiverUnreachableError('unreachable', { cause: error })
    }
  },
}
const spaceData = createSpaceData({
  features: everything,
  store: await open(store),
  webhooks: { secret, sender },
  now: () => new Date(Date.now() + Number(aheadMs)),
  fetch: async () => new Response('', { status: 503 }),
  onError() {},
})
spaceData.jobs.alerts.start()
process.stdout.write('begun\n')

async function open(place) {
  if (place.startsWith('postgres')) return (await import('@space-data/core/postgres')).postgres(place)
  if (place.startsWith('redis')) return (await import('@space-data/core/redis')).redis(place)
  return (await import('@space-data/core/sqlite')).sqlite(place.replace('sqlite:', ''))
}
