import { nodeCompressor } from '@space-data/core/node'
import { describe, expect, test } from 'vitest'
import { plenty, testService } from '../support/service.ts'

/** More than 1 kB of a preference that no client has. */
const LONG_ACCEPT = `text/html;q=0.9${',text/a;q=0.1'.repeat(1_100)}`
const LONG_PARAMETERS = `text/html;q=0.1,${'a/b;'.repeat(3_600)}q=1`
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

/**
 * Milliseconds of CPU that a request takes by each way of sending it: the least of ten rounds, in which they
 * take turns, so that what else goes on meets all of them.
 */
async function cpuOf(ways: readonly (() => Promise<Response>)[]): Promise<number[]> {
  const rounds: number[][] = []
  for (let round = 0; round < 10; round += 1) {
    const costs: number[] = []
    for (const send of ways) {
      const from = process.cpuUsage()
      for (let n = 0; n < 50; n += 1) await send()
      const { user, system } = process.cpuUsage(from)
      costs.push((user + system) / 1_000 / 50)
    }
    rounds.push(costs)
  }
  return ways.map((_, i) => Math.min(...rounds.map((costs) => costs[i] as number)))
}

test('a refusal costs the same with 15 kB of Accept', async () => {
  const { spaceData } = await testService({ limits: { ...plenty, refusedPerMinute: 10 } })
  const sendWith = (accept: string) => async () => {
    const request = new Request('http://space-data.test/nope', { headers: { accept } })
    return spaceData.handle(request, { ip: '192.0.2.1' })
  }
  for (let n = 0; n < 11; n += 1) await sendWith('text/html')()
  expect((await sendWith(LONG_ACCEPT)()).status).toBe(429)
  const [short = 0, ...longer] = await cpuOf(['text/html', LONG_ACCEPT, LONG_PARAMETERS].map(sendWith))
  const long = Math.max(...longer)
  console.log(
    `FIGURE refused: ${short.toFixed(2)} ms CPU with a short Accept, ${long.toFixed(2)} ms with 15 kB of it`,
  )
  expect(long).toBeLessThan(3 * short + 0.2)
})
