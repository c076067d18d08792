import { expect, test } from 'vitest'
import { testService } from '../support/service.ts'
import { signing } from '../support/signing-keys.ts'
import { endpoints, examplePath } from '../support/table.ts'

const OWN_ID = /^[\w-]{24}$/

test('every response has its own request id, CORS and nosniff', async () => {
  const { ask, key } = await testService({ signing })
  const seen = new Set<string>()
  const paths = [...endpoints.map(examplePath), '/nowhere', '/v1/objects/0x10', '/v1/space-weather/kp/']
  for (const path of paths) {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'DELETE']) {
      for (const headers of [{}, { 'x-api-key': key }]) {
        const answer = await ask(method, path, headers)
        expect(answer.headers.get('x-service-request-id')).toMatch(OWN_ID)
        expect(answer.headers.get('access-control-allow-origin')).toBe(path === '/v1/keys' ? null : '*')
        expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
        seen.add(String(answer.headers.get('x-service-request-id')))
      }
    }
  }
  expect(seen.size).toBe(paths.length * 8)
})

test('a trusted proxy’s id is kept if well formed and replaced otherwise', async () => {
  const { ask } = await testService()
  const idFor = async (requestId: string) =>
    (await ask('GET', '/ref', {}, { requestId })).headers.get('x-service-request-id')
  expect(await idFor('edge-0123456789')).toBe('edge-0123456789')
  for (const bad of ['short', 'a'.repeat(65), 'a\r\nset-cookie: x', '漢漢漢漢漢漢漢漢', 'with space ']) {
    expect(await idFor(bad)).toMatch(OWN_ID)
  }
})

test('a client’s own id in a header is ignored', async () => {
  const { ask } = await testService()
  const { headers } = await ask('GET', '/ref', { 'x-service-request-id': 'client-chosen-id' })
  expect(headers.get('x-service-request-id')).toMatch(OWN_ID)
})
