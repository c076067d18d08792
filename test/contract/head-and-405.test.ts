import { expect, test } from 'vitest'
import { testService } from '../support/service.ts'
import { signing } from '../support/signing-keys.ts'
import { endpoints, examplePath } from '../support/table.ts'

const { ask, spaceData } = await testService({ signing })
const { key } = await spaceData.keys.issue({ tier: 'pro', label: 'test' })

const MOVING = ['x-service-request-id', 'cache-status', 'ratelimit', 'server-timing']

test.each(
  endpoints.filter(({ method }) => method === 'GET').map((endpoint) => [endpoint.path, endpoint] as const),
)('HEAD %s equals GET without the body', async (_, endpoint) => {
  const path = examplePath(endpoint)
  await ask('GET', path, { 'x-api-key': key })
  const get = await ask('GET', path, { 'x-api-key': key })
  const head = await ask('HEAD', path, { 'x-api-key': key })
  expect(head.text).toBe('')
  expect(head.status).toBe(get.status)
  const steady = (headers: Headers) => [...headers].filter(([name]) => !MOVING.includes(name))
  expect(steady(head.headers)).toEqual(steady(get.headers))
})

const paths = [...new Set(endpoints.map(({ path }) => path))]

test.each(paths)('%s: methods that it does not have are 405 with Allow, even without a key', async (path) => {
  const members = endpoints.filter((endpoint) => endpoint.path === path)
  const own = members.map(({ method }) => method as string)
  const allowed = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'].filter(
    (method) => method === 'OPTIONS' || own.includes(method === 'HEAD' ? 'GET' : method),
  )
  const preflight = await ask('OPTIONS', examplePath(members[0]!))
  if (path !== '/v1/keys') expect(preflight.headers.get('allow')).toBe(allowed.join(', '))
  for (const other of ['PUT', 'GET', 'HEAD', 'POST', 'PATCH', 'DELETE']) {
    if (allowed.includes(other)) continue
    const { status, headers, json } = await ask(other, examplePath(members[0]!))
    expect(status).toBe(405)
    expect(headers.get('allow')).toBe(allowed.join(', '))
    if (other !== 'HEAD') expect(json.error).toBe('method_not_allowed')
  }
})

test.each(
  endpoints.filter(({ path }) => path !== '/v1/keys').map((endpoint) => [endpoint.path, endpoint] as const),
)('OPTIONS %s is a constant preflight without key and quota', async (_, endpoint) => {
  const { status, headers, text } = await ask('OPTIONS', examplePath(endpoint), {
    origin: 'https://a.example',
  })
  expect(status).toBe(204)
  expect(text).toBe('')
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST, PATCH, DELETE, OPTIONS')
  expect(headers.get('access-control-allow-headers')).toBe(
    'authorization, cache-control, content-type, idempotency-key, if-modified-since, if-none-match, last-event-id, x-api-key',
  )
  expect(headers.get('vary')).toBeNull()
})
