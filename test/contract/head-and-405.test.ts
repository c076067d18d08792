import { expect, test } from 'vitest'
import { testService } from '../support/service.ts'
import { endpoints, examplePath } from '../support/table.ts'

const MOVING = ['x-service-request-id', 'cache-status', 'ratelimit', 'server-timing']

test.each(
  endpoints.filter(({ method }) => method === 'GET').map((endpoint) => [endpoint.path, endpoint] as const),
)('HEAD %s equals GET without the body', async (_, endpoint) => {
  const { ask, key } = await testService()
  const path = examplePath(endpoint)
  await ask('GET', path, { 'x-api-key': key })
  const get = await ask('GET', path, { 'x-api-key': key })
  const head = await ask('HEAD', path, { 'x-api-key': key })
  expect(head.text).toBe('')
  expect(head.status).toBe(get.status)
  const steady = (headers: Headers) => [...headers].filter(([name]) => !MOVING.includes(name))
  expect(steady(head.headers)).toEqual(steady(get.headers))
})

test.each(endpoints.map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const))(
  '%s %s: other methods are 405 with Allow, without a key being asked for',
  async (method, _, endpoint) => {
    const { ask } = await testService()
    for (const other of ['PUT', 'PATCH', 'DELETE', method === 'GET' ? 'POST' : 'GET']) {
      const { status, headers, json } = await ask(other, examplePath(endpoint))
      expect(status).toBe(405)
      expect(headers.get('allow')).toBe(method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS')
      expect(json.error).toBe('method_not_allowed')
    }
  },
)

test.each(
  endpoints.filter(({ path }) => path !== '/v1/keys').map((endpoint) => [endpoint.path, endpoint] as const),
)('OPTIONS %s is a constant preflight without key and quota', async (_, endpoint) => {
  const { ask } = await testService()
  const { status, headers, text } = await ask('OPTIONS', examplePath(endpoint), {
    origin: 'https://a.example',
  })
  expect(status).toBe(204)
  expect(text).toBe('')
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('access-control-allow-headers')).toContain('x-api-key')
  expect(headers.get('vary')).toBeNull()
})
