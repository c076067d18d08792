import { nodeCompressor } from '@space-data/core/node'
import { describe, expect, test } from 'vitest'
import { testService } from '../support/service.ts'
import { LONG_ACCEPT, LONG_PARAMETERS } from './long-accept.ts'

const LONG_CODINGS = `br;q=0.1${',x'.repeat(7_000)}`

describe('a header of more than 1 kB is not negotiated', () => {
  test.each([LONG_ACCEPT, LONG_PARAMETERS])('Accept counts as absent: %.20s…', async (accept) => {
    const { ask, get } = await testService()
    const typeOf = async (path: string) => (await ask('GET', path, { accept })).headers.get('content-type')
    expect(await typeOf('/')).toBe('text/plain; charset=utf-8')
    expect(await typeOf('/status')).toBe('application/json; charset=utf-8')
    expect(await typeOf('/nope')).toBe('application/json; charset=utf-8')
    const series = await get('/v1/space-weather/kp/series', { accept })
    expect(series.headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  test('one of 1 kB is', async () => {
    const { ask } = await testService()
    const accept = `text/html${',text/a;q=0.1'.repeat(76)}`
    expect(accept.length).toBeLessThanOrEqual(1_000)
    expect((await ask('GET', '/status', { accept })).headers.get('content-type')).toContain('text/html')
  })

  test('Accept-Encoding counts as absent', async () => {
    const { get } = await testService({ compress: nodeCompressor() })
    const { headers } = await get('/v1/space-weather/kp/forecast', { 'accept-encoding': LONG_CODINGS })
    expect(headers.get('content-encoding')).toBeNull()
    expect(headers.get('vary')).toContain('Accept-Encoding')
  })
})

test('a list of 3,500 other tags is no 304, and one with the tag is', async () => {
  const { get } = await testService()
  const etag = (await get('/v1/space-weather/kp')).headers.get('etag') ?? ''
  const tags = `"a"${',"b"'.repeat(3_500)}`
  expect((await get('/v1/space-weather/kp', { 'if-none-match': tags })).status).toBe(200)
  expect((await get('/v1/space-weather/kp', { 'if-none-match': `${tags}, W/${etag}` })).status).toBe(304)
})
