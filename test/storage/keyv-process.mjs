// Counts on a keyv adapter, and issues a key to a network of its own each time, until it is killed.
// Arguments: `file` and a folder, or `redis` and a URL.
import { randomInt } from 'node:crypto'
import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import KeyvRedis from '@keyv/redis'
import { KeyvFile } from 'keyv-file'
import { createSpaceData, keyv } from '../../packages/core/dist/index.js'

const [kind, place] = process.argv.slice(2)
const adapter =
  kind === 'redis'
    ? new KeyvRedis(place)
    : new KeyvFile({ filename: join(place, 'records'), separatedFile: true })
const store = await keyv(adapter)
const spaceData = createSpaceData({ store })
const tomorrow = Date.now() + 86_400_000

async function count() {
  for (;;) {
    const { count: counted } = await store.atomic.add('counted', 1e9, tomorrow, Date.now())
    writeSync(1, `counted ${counted}\n`)
    await setImmediate()
  }
}

async function issue() {
  // A block of addresses gets 64 keys a day.
  const block = [randomInt(1, 126), randomInt(256), randomInt(256)].join('.')
  for (let i = 1; i <= 60; i += 1) {
    const ip = `${block}.${i}`
    const response = await spaceData.handle(
      new Request('https://example.test/v1/keys', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"label":"shown"}',
      }),
      { ip },
    )
    const { key } = await response.json()
    if (key) writeSync(1, `shown ${key} ${ip}\n`)
  }
}

await Promise.all([count(), issue()])
