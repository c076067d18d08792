import { expect, test } from 'vitest'
import { testService } from '../support/service.ts'
import { signing } from '../support/signing-keys.ts'
import { answeringAtOnce as answering, examplePath } from '../support/table.ts'

const { get } = await testService({ signing })

test.each(answering.map((endpoint) => [endpoint.path, endpoint] as const))(
  '%s has a strong ETag and responds 304 without a body to If-None-Match',
  async (_, endpoint) => {
    const path = examplePath(endpoint)
    const etag = String((await get(path)).headers.get('etag'))
    expect(etag).toMatch(/^"[\w-]{24}"$/)
    for (const held of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const { status, text, headers } = await get(path, { 'if-none-match': held })
      expect(status).toBe(304)
      expect(text).toBe('')
      expect(headers.get('etag')).toBe(etag)
      expect(headers.get('content-length')).toBeNull()
      expect(headers.get('cache-control')).toMatch(
        endpoint.access === 'key' ? /^private, max-age=/ : /^public, max-age=/,
      )
      expect(headers.get('vary')).toBe((await get(path)).headers.get('vary'))
    }
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200)
  },
)

test('keyed responses vary by key and are never public', async () => {
  for (const endpoint of answering.filter(({ access }) => access === 'key')) {
    const { headers } = await get(examplePath(endpoint))
    expect(headers.get('vary')).toMatch(/^(Accept, )?Authorization, X-API-Key$/)
    expect(headers.get('cache-control')).not.toMatch(/public|s-maxage/)
  }
})
