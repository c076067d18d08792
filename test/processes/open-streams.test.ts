import { createSpaceData } from '@space-data/core'
import { everything } from '@space-data/core/features'
import { expect, onTestFinished, vi } from 'vitest'
import { openStream } from '../support/open-stream.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { fleet, persistently } from './fleet.ts'
import { onSharedStores, openPlace } from './stores.ts'

vi.setConfig({ testTimeout: 120_000 })

onSharedStores('40 streams of one account at once, 4 processes: exactly 10', async (place, store) => {
  const servers = await fleet(4, place)
  const operator = createSpaceData({ features: everything, store: await openPlace(place) })
  onTestFinished(() => operator.close())
  const { key } = await persistently(() => operator.keys.issue({ tier: 'enterprise', label: 'streams' }))
  const opened: Awaited<ReturnType<typeof openStream>>[] = []
  // Before the servers stop: they wait for what is open.
  onTestFinished(() => {
    for (const { leave } of opened) leave()
  })
  const open = async (i: number) => {
    const stream = await openStream(`${servers[i % 4]!.url}/v1/alerts/stream`, key)
    opened.push(stream)
    return stream
  }
  const streams = await Promise.all(Array.from({ length: 40 }, (_, i) => open(i)))
  const admitted = streams.filter(({ status }) => status === 200)
  console.log(`FIGURE 40 streams of one account at once, 4 processes, ${store}: ${admitted.length} open`)
  expect(admitted).toHaveLength(10)
  expect(streams.filter(({ status }) => status === 429)).toHaveLength(30)
  // On any process, as soon as the store has it.
  admitted[0]?.leave()
  await vi.waitFor(async () => expect((await open(0)).status).toBe(200), PATIENCE_MS)
  for (let i = 0; i < 4; i += 1) expect((await open(i)).status).toBe(429)
})
