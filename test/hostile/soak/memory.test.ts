import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createSpaceData, type WholeSpaceData } from '@space-data/core'
import { everything } from '@space-data/core/features'
import { sampleFetch } from '@space-data/sample'
import { expect, test } from 'vitest'
import { newSecret } from '../../../packages/core/src/kernel/accounts/keys/secret.ts'
import { type Clock, stoppedClock } from '../../support/service.ts'

const ASKED = 10_000_000

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function heapMiB(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed / 2 ** 20
}

type Flood = (service: WholeSpaceData, i: number, key: string) => Promise<Response>
const ask = (service: WholeSpaceData, path: string, ip: string, headers: Record<string, string> = {}) =>
  service.handle(new Request(`http://space-data.test${path}`, { headers }), { ip })

/**
 * Floods with distinct values of everything that is cached. The clock advances a minute per 20,000 requests.
 */
const floods: Record<string, Flood> = {
  'bad keys': (service, i) =>
    ask(service, `/shell/diff?x=${i}`, '192.0.2.1', { 'x-api-key': newSecret('sd_live_') }),
  ids: (service, i, key) => ask(service, `/v1/objects/${400_000_000 + i}`, '192.0.2.1', { 'x-api-key': key }),
  addresses: (service, i) => ask(service, `/ref?x=${i}`, addressOf(i)),
}

/** Returns IPv4 addresses and IPv6 networks in turn. */
function addressOf(i: number): string {
  const [high, low] = [i >> 8, i & 255]
  return i % 2 === 0
    ? `10.${high >> 8}.${high & 255}.${low}`
    : `2001:db8:${high.toString(16)}:${low.toString(16)}::1`
}

test.each(Object.entries(floods))('%s', { timeout: 3_600_000 }, async (what, flood) => {
  const clock = stoppedClock()
  const service = createSpaceData({
    features: everything,
    fetch: sampleFetch(clock.now),
    now: clock.now,
    onError: () => {},
  })
  const { key } = await service.keys.issue({ tier: 'enterprise', label: 'memory' })
  await pour(service, flood, clock, 0, ASKED / 2, key)
  const half = heapMiB()
  await pour(service, flood, clock, ASKED / 2, ASKED, key)
  const whole = heapMiB()
  console.log(
    `FIGURE memory, ${what}: ${half.toFixed(1)} MiB of heap after ${ASKED / 2}, ${whole.toFixed(1)} after ${ASKED}`,
  )
  // A bounded cache may still be half empty; a leak of 5 bytes per request costs as much.
  expect(whole - half).toBeLessThan(24)
  await service.close()
})

async function pour(
  service: WholeSpaceData,
  flood: Flood,
  clock: Clock,
  from: number,
  to: number,
  key: string,
): Promise<void> {
  for (let i = from; i < to; i += 1) {
    if (i % 20_000 === 19_999) clock.advance(61_000)
    const response = await flood(service, i, key)
    await response.body?.cancel()
    if (response.status === 500) throw new Error(`status ${response.status}`)
  }
}
