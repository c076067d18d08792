import { expect, test } from 'vitest'
import { stoppedClock, testService } from '../support/service.ts'
import { shortSample } from '../support/short-sample.ts'
import { signing } from '../support/signing-keys.ts'
import { answeringAtOnce as answering, examplePath } from '../support/table.ts'

const { get } = await testService({ signing })

test.each(answering.map((endpoint) => [endpoint.path, endpoint] as const))(
  '%s has a strong ETag and responds 304 without a body to If-None-Match',
  async (_, endpoint) => {
    const path = examplePath(endpoint)
    const etag = String((await get(path)).headers.get('etag'))
    expect(etag).toMatch(/^"[\w-]{24}"$/)
    const appended = ['-gzip', '-br'].map((coding) => etag.replace(/"$/, `${coding}"`))
    for (const held of [etag, `W/${etag}`, `"other", ${etag}`, '*', ...appended, `W/${appended[0]}`]) {
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
    for (const other of ['"other"', etag.replace(/"$/, '-x"'), etag.replace(/"$/, '-gzip-br"')])
      expect((await get(path, { 'if-none-match': other })).status).toBe(200)
  },
)

test('keyed responses vary by key and are never public', async () => {
  for (const endpoint of answering.filter(({ access }) => access === 'key')) {
    const { headers } = await get(examplePath(endpoint))
    expect(headers.get('vary')).toMatch(/^(Accept, )?Authorization, X-API-Key$/)
    expect(headers.get('cache-control')).not.toMatch(/public|s-maxage/)
  }
})

test('a TLE group has Last-Modified, which stays while the text does, and If-Modified-Since is 304', async () => {
  const clock = stoppedClock()
  const service = await testService({ fetch: shortSample(stoppedClock().now) }, clock)
  const tle = (headers = {}) => service.get('/v1/tle/stations', headers)
  const first = await tle()
  expect(first.headers.get('last-modified')).toBe('Sat, 21 Nov 2026 12:00:00 GMT')
  clock.advance(7 * 3_600_000)
  const later = await tle()
  expect(later.headers.get('x-fetched-at')).toBe('2026-11-21T19:00:00.000Z')
  expect(later.headers.get('last-modified')).toBe('Sat, 21 Nov 2026 12:00:00 GMT')
  expect((await tle({ 'if-modified-since': 'Sat, 21 Nov 2026 12:00:00 GMT' })).status).toBe(304)
  expect((await tle({ 'if-modified-since': 'Sat, 21 Nov 2026 11:59:59 GMT' })).status).toBe(200)
  // A tag counts before the date.
  const both = { 'if-none-match': '"other"', 'if-modified-since': 'Sat, 21 Nov 2026 12:00:00 GMT' }
  expect((await tle(both)).status).toBe(200)
})
