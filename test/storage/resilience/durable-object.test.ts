import { fileURLToPath } from 'node:url'
import { createSpaceData } from '@space-data/core'
import { everything } from '@space-data/core/features'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Example, hasWrangler, startOnWorkerd } from '../../runtimes/examples.ts'
import { remoteBackend } from '../durable-object/remote.ts'
import { storageSuite } from '../suite.ts'

describe.skipIf(!hasWrangler)('in workerd', () => {
  let worker: Example
  let places = 0
  beforeAll(async () => {
    const config = fileURLToPath(new URL('../durable-object/wrangler.jsonc', import.meta.url))
    worker = await startOnWorkerd({ config })
  }, 60_000)
  afterAll(() => worker[Symbol.asyncDispose]())

  const newPlace = () => `${worker.origin}/place-${places++}/`

  test('a revoked key is refused by another location within 5 seconds', async () => {
    const place = newPlace()
    let at = Date.parse('2026-11-21T12:00:00Z')
    const open = () =>
      createSpaceData({ features: everything, store: remoteBackend(place), now: () => new Date(at) })
    const [here, there] = [open(), open()]
    const { key, record } = await here.keys.issue({ tier: 'pro', label: 'to be revoked' })
    const statusThere = async () => {
      const headers = { 'x-api-key': key }
      return (await there.handle(new Request('http://space-data.test/shell/diff', { headers }))).status
    }
    expect(await statusThere()).toBe(404)
    await here.keys.revoke(record.id)
    at += 5_000
    expect(await statusThere()).toBe(401)
  })

  storageSuite('Durable Objects', async () => remoteBackend(newPlace()))
})
