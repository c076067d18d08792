import { expect, test } from 'vitest'
import { client, fleet, issue, KEYED, repeat } from '../processes/fleet.ts'
import { newFile } from '../processes/stores.ts'

test('two processes on one file admit 100 requests of a network without a key together, and no more', async () => {
  const servers = await fleet(2, newFile())
  const ask = client(20)
  const left: number[] = []
  await repeat(150, 20, async (i) => {
    const { status, headers } = await ask(`${servers[i % 2]!.url}${KEYED}`)
    expect([200, 429]).toContain(status)
    if (status === 200) left.push(Number(/^"network-day";r=(\d+);/.exec(headers['ratelimit'] ?? '')?.[1]))
  })
  expect(left.sort((one, other) => one - other)).toEqual(Array.from({ length: 100 }, (_, i) => i))
  expect((await ask(`${servers[0]!.url}${KEYED}`, { localAddress: '127.0.0.9' })).status).toBe(200)
})

test('two processes on one file admit 1,000 requests of a key together, and no more', async () => {
  const servers = await fleet(2, newFile())
  const ask = client(20)
  const key = await issue(ask, servers[0]!.url)
  const left: number[] = []
  let refused = 0
  await repeat(1_100, 20, async (i) => {
    const reply = await ask(`${servers[i % 2]!.url}${KEYED}`, { headers: { 'x-api-key': key } })
    if (reply.status === 200) left.push(Number(/r=(\d+)/.exec(reply.headers['ratelimit'] ?? '')?.[1]))
    else if (reply.status === 429) refused += 1
  })
  expect(left.sort((one, other) => one - other)).toEqual(Array.from({ length: 1_000 }, (_, i) => i))
  expect(refused).toBe(100)
})
