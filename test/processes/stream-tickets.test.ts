import { createSpaceData } from '@space-data/core'
import { everything } from '@space-data/core/features'
import { expect, onTestFinished, vi } from 'vitest'
import { openStream } from '../support/open-stream.ts'
import { fleet, persistently } from './fleet.ts'
import { onSharedStores, openPlace } from './stores.ts'

vi.setConfig({ testTimeout: 120_000 })

onSharedStores('ten tickets, each used 8 times at once, 4 processes: exactly ten streams', async (place) => {
  const servers = await fleet(4, place)
  const operator = createSpaceData({ features: everything, store: await openPlace(place) })
  onTestFinished(() => operator.close())
  const { key } = await persistently(() => operator.keys.issue({ tier: 'enterprise', label: 'tickets' }))
  for (let i = 0; i < 10; i += 1) {
    const asking = { method: 'POST', headers: { 'x-api-key': key } }
    const issued = await fetch(`${servers[i % 4]!.url}/v1/stream-tickets`, asking)
    const { data } = (await issued.json()) as { data: { ticket: string } }
    const uses = Array.from({ length: 8 }, (_, use) =>
      openStream(`${servers[use % 4]!.url}/v1/alerts/stream?ticket=${data.ticket}`),
    )
    const streams = await Promise.all(uses)
    // Before the servers stop: they wait for what is open.
    for (const { leave } of streams) leave()
    expect(streams.map(({ status }) => status).sort()).toEqual([200, ...new Array(7).fill(401)])
  }
})
