// On the runtime that runs this file: creates a webhook and prints its secrets and the ping that it was sent.
import { webhooks } from '../../packages/core/dist/features.js'
import { createSpaceData } from '../../packages/core/dist/index.js'

// Every time limit is an hour here: one that kept the process alive would outlast the test.
const { timeout } = AbortSignal
AbortSignal.timeout = () => timeout.call(AbortSignal, 3_600_000)

const sent = []
const sender = {
  async check() {},
  async send({ headers, body }) {
    sent.push({ headers, body })
    return { status: 204, retryAfter: null, body: '' }
  },
}
const spaceData = createSpaceData({
  features: [webhooks],
  webhooks: { secret: 'a master secret of at least 32 characters', sender },
})
const { id, secret, publicKey } = await spaceData.webhooks.add(
  'acme',
  { url: 'https://receiver.example/' },
  1,
)
await spaceData.webhooks.rotate('acme', id)
await spaceData.webhooks.test('acme', id)
console.log(JSON.stringify({ secret, publicKey, received: { ...sent[1], path: '/' } }))
