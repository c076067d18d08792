import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSpaceData } from '@space-data/core'
import { everything } from '@space-data/core/features'
import { mirrorOf } from '@space-data/core/mirror'
import { toNodeListener } from '@space-data/core/node'
import { afterEach, describe, expect, test } from 'vitest'
import { CENTRAL, centralOn, openMirror } from '../../mirror/pair.ts'
import { faultyBackend } from '../../support/faulty-backend.ts'
import { withReceivers } from '../../support/receivers.ts'
import { stoppedClock } from '../../support/service.ts'
import { RECEIVER, webhookService } from './webhook-service.ts'

const ID = `wh_${'0'.repeat(20)}`
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

describe('methods', () => {
  test('scripts of other sites may read the response and its Location', async () => {
    const { clientOf } = await webhookService()
    const { headers } = await (await clientOf('pro')).send('POST', '', { url: RECEIVER })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-expose-headers')).toContain('location')
  })

  test('over a socket, PATCH and DELETE are read and answered as through fetch', async () => {
    const { clientOf, spaceData } = await webhookService()
    const { key, create } = await clientOf('pro')
    const { id } = await create()
    const server = createServer(toNodeListener(spaceData))
    closing.push(() => server.close())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const url = `http://127.0.0.1:${port}/v1/webhooks/${id}`
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const patched = await fetch(url, { method: 'PATCH', headers, body: '{"description":"by socket"}' })
    expect(patched.status).toBe(200)
    expect((await patched.json()).data.description).toBe('by socket')
    const large = await fetch(url, { method: 'PATCH', headers, body: 'x'.repeat(5_000) })
    expect(large.status).toBe(413)
    const deleted = await sent(
      { port, method: 'DELETE', path: `/v1/webhooks/${id}`, headers },
      '{"ignored":1}',
    )
    expect(deleted).toEqual([204, ''])
    expect((await fetch(url, { headers })).status).toBe(404)
  })
})

/** Sends a request with a body that fetch would not send. */
function sent(options: object, body: string): Promise<[status: number | undefined, text: string]> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', ...options }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve([response.statusCode, text]))
    })
    outgoing.on('error', reject)
    outgoing.setHeader('content-length', body.length)
    outgoing.end(body)
  })
}

test('every answer to a key counts against the quota of its account, 401 and 405 do not', async () => {
  const { clientOf } = await webhookService()
  const { send, create } = await clientOf('pro')
  const { id } = await create()
  const used = async (...args: Parameters<typeof send>) => {
    const { status, headers } = await send(...args)
    const left = /r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]
    return [status, left === undefined ? undefined : 1_000_000 - Number(left)]
  }
  expect(await used('GET')).toEqual([200, 2])
  expect(await used('PATCH', `/${id}`, { status: 'disabled' })).toEqual([200, 3])
  expect(await used('POST', '', {})).toEqual([400, 4])
  expect(await used('GET', `/${ID}`)).toEqual([404, 5])
  expect(await used('POST', `/${id}/replay`, { after: 0 })).toEqual([409, 6])
  expect(await used('PUT', `/${id}`)).toEqual([405, undefined])
  expect(await used('GET', '', undefined, { 'x-api-key': 'none' })).toEqual([401, undefined])
  expect(await used('OPTIONS')).toEqual([204, undefined])
  expect(await used('DELETE', `/${id}`)).toEqual([204, 7])
  const hobby = await clientOf('hobby')
  expect((await hobby.send('GET')).headers.get('ratelimit')).toContain('r=49999')
})

test('an account causes at most 100 pings an hour, by creation, a new URL or a test', async () => {
  const { clientOf, receivers, clock } = await webhookService()
  const [{ send, create }, other] = [await clientOf('pro', 'acme'), await clientOf('pro')]
  const colleague = await clientOf('pro', 'acme')
  const { id } = await create()
  expect((await send('PATCH', `/${id}`, { url: `${RECEIVER}/new` })).status).toBe(200)
  for (let i = 0; i < 98; i += 1) expect((await send('POST', `/${id}/test`)).status).toBe(200)
  expect(receivers.received).toHaveLength(100)
  for (const [client, method, path, body] of [
    [colleague, 'POST', `/${id}/test`, undefined],
    [colleague, 'POST', '', { url: RECEIVER }],
    [colleague, 'PATCH', `/${id}`, { url: RECEIVER }],
  ] as const) {
    const { status, json, headers } = await client.send(method, path, body)
    expect([status, json.error, json.retry_after_seconds]).toEqual([429, 'rate_limited', 3_600])
    expect(headers.get('retry-after')).toBe('3600')
    expect(headers.get('ratelimit')).toBe('"day";r=999900;t=43200')
  }
  expect((await send('PATCH', `/${id}`, { description: 'no ping' })).status).toBe(200)
  expect(receivers.received).toHaveLength(100)
  expect((await other.send('POST', '', { url: RECEIVER })).status).toBe(201)
  clock.advance(3_600_000)
  expect((await send('POST', `/${id}/test`)).status).toBe(200)
})

test('while the store fails it is 503, and nothing is sent', async () => {
  const faulty = faultyBackend()
  const { clientOf, receivers, clock } = await webhookService({ store: faulty.backend })
  const { send, create } = await clientOf('pro')
  const { id } = await create()
  faulty.fault = 'throws'
  clock.advance(1_000)
  const operations: [method: string, path: string, body?: object][] = [
    ['POST', '', { url: RECEIVER }],
    ['GET', ''],
    ['GET', `/${id}`],
    ['PATCH', `/${id}`, { status: 'disabled' }],
    ['DELETE', `/${id}`],
    ['POST', `/${id}/test`],
    ['POST', `/${id}/rotate`],
    ['GET', `/${id}/deliveries`],
    ['POST', `/${id}/replay`, { after: 0 }],
  ]
  for (const [method, path, body] of operations) {
    const { status, json } = await send(method, path, body)
    expect([method, path, status, json.error]).toEqual([method, path, 503, 'store_unavailable'])
  }
  expect(receivers.received).toHaveLength(1)
})

test('under a base, paths and Location are below it', async () => {
  const sender = withReceivers()
  const spaceData = createSpaceData({
    features: everything,
    base: '/space',
    ...sender,
    now: stoppedClock().now,
  })
  const { key } = await spaceData.keys.issue({ tier: 'pro', label: 'test' })
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const body = JSON.stringify({ url: RECEIVER })
  const ask = (path: string, init: RequestInit = { headers }) =>
    spaceData.handle(new Request(`http://x.test${path}`, init), { ip: '192.0.2.1' })
  const created = await ask('/space/v1/webhooks', { method: 'POST', headers, body })
  const location = String(created.headers.get('location'))
  expect(location).toMatch(/^\/space\/v1\/webhooks\/wh_/)
  expect((await ask(location)).status).toBe(200)
  expect((await ask('/v1/webhooks')).status).toBe(404)
})

describe('an instance without webhooks', () => {
  const NOTHING = { error: 'not_found', message: 'Unknown path. See /ref/endpoints for all paths.' }

  test('has no such path, in routes as in documents', async () => {
    const spaceData = createSpaceData({ features: everything })
    const { key } = await spaceData.keys.issue({ tier: 'pro', label: 'test' })
    const ask = (path: string, init: RequestInit = {}) =>
      spaceData.handle(new Request(`http://x.test${path}`, init), { ip: '192.0.2.1' })
    for (const headers of [{}, { 'x-api-key': key }]) {
      const answer = await ask('/v1/webhooks', { headers })
      expect([answer.status, await answer.json()]).toEqual([404, NOTHING])
    }
    for (const path of ['/openapi.json', '/', '/ref/endpoints', '/.well-known/api-catalog']) {
      expect(await (await ask(path)).text(), path).not.toContain('/v1/webhooks')
    }
    expect(await (await ask('/openapi.json')).json()).not.toHaveProperty('webhooks')
    expect((await ask('/ref/alert-types')).status).toBe(200)
  })
})

describe('a mirror', () => {
  const clock = stoppedClock()

  test('has webhooks of its own: nothing of them reaches the central instance', async () => {
    const central = await centralOn(clock, withReceivers())
    const mirror = await openMirror(central, clock, withReceivers())
    const [theirs, ours] = await Promise.all(
      [central, mirror].map(({ spaceData }) => spaceData.keys.issue({ tier: 'pro', label: 'test' })),
    )
    const create = (spaceData: typeof mirror.spaceData, key = '') =>
      spaceData.handle(
        new Request(`${CENTRAL}/v1/webhooks`, {
          method: 'POST',
          headers: { 'x-api-key': key, 'content-type': 'application/json' },
          body: JSON.stringify({ url: RECEIVER }),
        }),
        { ip: '192.0.2.1' },
      )
    expect((await create(central.spaceData, theirs?.key)).status).toBe(201)
    const headers = { 'x-api-key': ours?.key ?? '' }
    expect(JSON.parse((await mirror.get('/v1/webhooks', headers)).text).data.count).toBe(0)
    expect((await create(mirror.spaceData, ours?.key)).status).toBe(201)
    expect(JSON.parse((await mirror.get('/v1/webhooks', headers)).text).data.count).toBe(1)
    expect(central.asked).toEqual([])
  })

  test('without them has no such path, whatever the central instance has', async () => {
    const central = await centralOn(clock, withReceivers())
    const mirror = await openMirror(central, clock)
    expect((await mirror.get('/v1/webhooks')).status).toBe(404)
    expect(central.asked).toEqual([])
  })

  test('that is open for all data still needs a key here, and so does the operator', async () => {
    const central = await centralOn(clock)
    const open = { mirror: mirrorOf({ origin: CENTRAL, key: () => central.key, access: 'open' as const }) }
    const { spaceData } = await openMirror(central, clock, { ...open, ...withReceivers() })
    const ask = (path: string) => spaceData.handle(new Request(`http://x.test${path}`), { ip: '192.0.2.1' })
    expect((await ask('/v1/space-weather/kp')).status).toBe(200)
    expect((await ask('/v1/webhooks')).status).toBe(401)
    const asOperator = await spaceData.handleAsOperator(new Request('http://x.test/v1/webhooks'))
    expect(asOperator.status).toBe(401)
    const { paths } = (await spaceData.openapi()) as {
      paths: Record<string, { get: { security: object[] } }>
    }
    expect(paths['/v1/webhooks']?.get.security).toHaveLength(2)
    expect(paths['/v1/space-weather/kp']?.get.security).toEqual([])
  })
})
