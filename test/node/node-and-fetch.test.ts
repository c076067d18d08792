import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RawRequest } from '@space-data/core/http'
import { toNodeListener } from '@space-data/core/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBody, type TestService, testService } from '../support/service.ts'
import { endpoints, examplePath } from '../support/table.ts'

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'DELETE']
const MOVING = new Set([
  'x-service-request-id',
  'server-timing',
  'date',
  'connection',
  'keep-alive',
  'ratelimit',
])

let service: TestService
let port: number
const server = createServer((request, response) => toNodeListener(service.spaceData)(request, response))

beforeAll(async () => {
  service = await testService()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

interface Seen {
  status: number
  headers: Record<string, string>
  body: string
}

function steady(headers: Iterable<[string, string]>): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !MOVING.has(name)).sort())
}

function overHttp(
  method: string,
  target: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ port, host: '127.0.0.1', method, path: target, headers }, (response) => {
      const chunks: Buffer[] = []
      const isStream = response.headers['content-type'] === 'text/event-stream'
      response.on('data', (chunk) => {
        chunks.push(chunk)
        if (isStream) response.destroy()
      })
      response.on('close', () => {
        const text = Buffer.concat(chunks).toString('latin1')
        resolve({
          status: response.statusCode ?? 0,
          headers: steady(Object.entries(response.headers) as [string, string][]),
          // Of a stream, which does not end, its first chunk: the opening.
          body: isStream ? text.slice(0, text.indexOf('\n\n') + 2) : text,
        })
      })
    })
    request.on('error', reject)
    request.end(body)
  })
}

async function overFetch(
  method: string,
  target: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Seen> {
  const request = new Request(`http://space-data.test${target}`, { method, headers, body: body ?? null })
  const response = await service.spaceData.handle(request, { ip: '127.0.0.1' })
  return {
    status: response.status,
    headers: steady(response.headers),
    body: Buffer.from(await readBody(response)).toString('latin1'),
  }
}

/** Every eighth path with all methods, as the others are refused before any endpoint. */
const ofEndpoints = endpoints
  .filter(({ path }) => path !== '/v1/keys')
  .map((endpoint, i) => [examplePath(endpoint), i % 8 === 0 ? METHODS : ['GET', 'HEAD']] as const)
const odd = [
  '/v1/keys',
  '/v1/speedtest/down?bytes=200000',
  '/v1/speedtest/down?bytes=0',
  '/nowhere',
  '//evil.test/v1/space-weather/kp',
  '/v1/x/../space-weather/kp',
  '/v1/%2e%2e/v1/space-weather/kp',
  '/v1\\space-weather\\kp',
  '/v1/space-weather/kp?x=%zz',
  '/v1/objects/%zz',
  '/v1/objects/25544;x',
  '/v1/tle/iridium%2DNEXT',
]

test('the Node listener and the fetch handler give the same responses', async () => {
  const headers = { 'x-api-key': service.key }
  for (const [target, methods] of [...ofEndpoints, ...odd.map((target) => [target, METHODS] as const)]) {
    await overFetch('GET', target, headers)
    for (const method of methods) {
      const [socket, standard] = [
        await overHttp(method, target, headers),
        await overFetch(method, target, headers),
      ]
      if (method === 'DELETE') delete standard.headers['content-length']
      expect({ ...socket, target, method }).toMatchObject({ ...standard, target, method })
    }
  }
})

test('the Node listener and the fetch handler read bodies alike', async () => {
  const headers = { 'content-type': 'application/json' }
  for (const body of ['{}', 'x'.repeat(3_000), '{"label":""}']) {
    const [socket, standard] = [
      await overHttp('POST', '/v1/keys', headers, body),
      await overFetch('POST', '/v1/keys', headers, body),
    ]
    expect(socket).toEqual(standard)
  }
  const { body } = await overHttp('POST', '/v1/speedtest/up', {}, 'x'.repeat(100_000))
  expect(JSON.parse(body).data.received_bytes).toBe(100_000)
})

test('a repeated Authorization header is rejected rather than read by its first value', async () => {
  const status = await new Promise((resolve, reject) => {
    const raw = ['Authorization', `Bearer ${service.key}`, 'Authorization', 'Bearer other', 'Host', 'x']
    const request = httpRequest(
      { port, host: '127.0.0.1', path: '/v1/space-weather/kp', headers: raw as never },
      (response) => resolve(response.statusCode),
    )
    request.on('error', reject)
    request.end()
  })
  expect(status).toBe(401)
})

test('the client’s address is that of the socket, or found by trusted hops', async () => {
  const networks: (string | undefined)[] = []
  const spy = {
    dispatch(request: RawRequest) {
      networks.push(request.ip?.())
      return { status: 204, headers: [], body: null }
    },
  }
  for (const trustedHops of [0, 1, 2, 3]) {
    const listener = toNodeListener(spy as never, { trustedHops })
    const request = {
      method: 'GET',
      url: '/',
      httpVersionMajor: 1,
      httpVersionMinor: 1,
      rawHeaders: ['Host', 'localhost', 'X-Forwarded-For', '198.51.100.1, 192.0.2.5,10.0.0.1'],
      socket: { remoteAddress: '127.0.0.1' },
    }
    listener(request as never, { writeHead() {}, end() {}, req: request } as never)
  }
  expect(networks).toEqual(['127.0.0.1', '10.0.0.1', '192.0.2.5', '198.51.100.1'])
})
