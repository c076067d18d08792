import { expect, test } from 'vitest'
import { testService } from '../support/service.ts'

test.each(['', 'a, b', 'x/v1/speedtest/info?', 'user@a', 'a b', '[::1'])(
  'handle rejects the Host %j, from which a runtime may have built the URL',
  async (host) => {
    const { spaceData } = await testService()
    const request = new Request('http://space-data.test/ref', { headers: { host } })
    const response = await spaceData.handle(request)
    const { status, headers } = response
    const { error } = (await response.json()) as { error: string }
    expect({ status, error }).toEqual({ status: 400, error: 'malformed_request' })
    expect(headers.get('x-service-request-id')).toMatch(/^[\w-]{24}$/)
    expect(headers.get('cache-control')).toBe('no-store')
  },
)

test.each(['localhost', 'localhost:8787', '[::1]:8787', 'EXAMPLE.org.'])(
  'handle accepts the Host %s',
  async (host) => {
    const { ask } = await testService()
    expect((await ask('GET', '/ref', { host })).status).toBe(200)
  },
)

test('a body that ends early is 400 and not reported as an error', async () => {
  const { spaceData, errors } = await testService()
  for (const [path, type] of [
    ['/v1/keys', 'application/json'],
    ['/v1/speedtest/up', 'application/octet-stream'],
  ] as const) {
    let pulls = 0
    const body = new ReadableStream({
      pull(controller) {
        pulls += 1
        if (pulls === 1) controller.enqueue(new Uint8Array(10))
        else controller.error(new Error('ECONNRESET 192.0.2.1'))
      },
    })
    const request = new Request(`http://space-data.test${path}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
      duplex: 'half',
    } as RequestInit)
    const response = await spaceData.handle(request, { ip: '192.0.2.1' })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ error: 'invalid_body', message: 'The request body ended early.' })
  }
  expect(errors).toEqual([])
})
