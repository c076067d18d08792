import { memory } from '@space-data/core'
import { describe, expect, test } from 'vitest'
import { plenty } from '../support/service.ts'
import { longService, monthFrom } from './long-spans.ts'

const dayQuery = (day: number) => {
  const at = (n: number) => new Date(Date.parse('2026-10-21') + n * 86_400_000).toISOString().slice(0, 10)
  return `start=${at(day)}&stop=${at(day + 1)}`
}
const MONTH = Array.from({ length: 31 }, (_, day) => dayQuery(day))

describe('a month is, byte for byte, its days', () => {
  test('as CSV and as binary of HAPI', async () => {
    const { hapi } = await longService()
    for (const format of ['csv', 'binary']) {
      const days = []
      for (const query of MONTH) days.push(Buffer.from((await hapi(`${query}&format=${format}`)).bytes))
      const month = await hapi(`${monthFrom(0)}&format=${format}`)
      expect(Buffer.compare(Buffer.from(month.bytes), Buffer.concat(days))).toBe(0)
      expect(month.bytes.byteLength).toBeGreaterThan(2_000_000)
    }
  })

  test('as JSON of HAPI, which is what JSON.stringify makes of it', async () => {
    const { hapi } = await longService()
    const text = (await hapi(`${monthFrom(0)}&format=json`)).text()
    const month = JSON.parse(text)
    expect(`${JSON.stringify(month)}\n`).toBe(text)
    const days = []
    for (const query of MONTH) days.push(...JSON.parse((await hapi(`${query}&format=json`)).text()).data)
    expect(month.data).toEqual(days)
    expect(days).toHaveLength(31 * 1_440)
  })

  test('as a series with a key, in JSON and CSV', async () => {
    const { series } = await longService()
    const text = (await series(monthFrom(0))).text()
    const { data } = JSON.parse(text)
    expect(`${JSON.stringify(JSON.parse(text))}\n`).toBe(text)
    const days = []
    for (const query of MONTH) days.push(JSON.parse((await series(query)).text()).data)
    for (const name of ['time', 'bt_nt', 'bx_gsm_nt', 'by_gsm_nt', 'bz_gsm_nt'])
      expect(data[name]).toEqual(days.flatMap((day) => day[name]))
    expect(data.provenance).toEqual([{ ...days[0].provenance[0], stop: '2026-11-21T00:00:00.000Z' }])
    const lines = (await series(`${monthFrom(0)}&format=csv`)).text().split('\n')
    expect(lines).toHaveLength(1 + 31 * 1_440 + 1)
    expect(lines[1_441]).toBe(
      [
        data.time[1_440],
        data.bt_nt[1_440],
        data.bx_gsm_nt[1_440],
        data.by_gsm_nt[1_440],
        data.bz_gsm_nt[1_440],
      ]
        .map(String)
        .join(),
    )
  })

  test('with its tag: the digest of its bytes', async () => {
    const { hapi, series } = await longService()
    for (const { bytes, headers } of [await hapi(monthFrom(1)), await series(monthFrom(1))]) {
      const sha256 = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('base64url')
      expect(headers.get('etag')).toBe(`"${sha256.slice(0, 24)}"`)
      expect(headers.get('content-length')).toBe(String(bytes.byteLength))
    }
  })
})

describe('records of HAPI are counted by days', () => {
  test('31 days are 31 requests of the minute; what is left goes on', async () => {
    const { hapi, send, clock } = await longService({ ...plenty, hapiPerMinute: 70 })
    expect((await hapi(monthFrom(1))).status).toBe(200)
    expect((await hapi(monthFrom(2))).status).toBe(200)
    const refused = await hapi(monthFrom(3))
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    expect(JSON.parse(refused.text())).toMatchObject({ error: 'rate_limited', retry_after_seconds: 60 })
    // 62 of the two, 1 of the third, 7 now: all of 70.
    for (let n = 0; n < 7; n += 1) expect((await hapi(dayQuery(n))).status).toBe(200)
    expect((await hapi(dayQuery(8))).status).toBe(429)
    expect((await hapi(monthFrom(4), '192.0.2.2')).status).toBe(200)
    expect((await send('/hapi/catalog', '192.0.2.2')).status).toBe(200)
    clock.advance(60_000)
    expect((await hapi(monthFrom(5))).status).toBe(200)
  })

  test('the same answer counts again, also from the cache; a refused request counts once', async () => {
    const { hapi } = await longService({ ...plenty, hapiPerMinute: 63 })
    for (const status of [200, 200]) expect((await hapi(monthFrom(1))).status).toBe(status)
    expect((await hapi('start=2026-01-01&stop=2026-01-31')).status).toBe(400)
    expect((await hapi(dayQuery(1))).status).toBe(429)
  })

  test('exactly, in a burst at two processes: 30 days, and of 12 months the one that is left', async () => {
    const store = memory()
    const one = await longService({ ...plenty, hapiPerMinute: 100 }, store)
    const other = await longService({ ...plenty, hapiPerMinute: 100 }, store)
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, n) => (n % 2 ? one : other).hapi(`${dayQuery(n)}&parameters=bz_gsm_nt`)),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(30)
    const months = await Promise.all(
      Array.from({ length: 12 }, (_, n) => (n % 2 ? one : other).hapi(monthFrom(n))),
    )
    // 12 have counted once each, 58 are left: 30 for the first.
    expect(months.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(months.every(({ status }) => status === 200 || status === 429)).toBe(true)
  })

  test('a minute is enough for 31 days at any limit', async () => {
    const { hapi } = await longService({ ...plenty, hapiPerMinute: 10 })
    expect((await hapi(monthFrom(1))).status).toBe(200)
    expect((await hapi(dayQuery(1))).status).toBe(429)
  })

  test('a year by minute is below the default limit of a minute, by months and by days', async () => {
    const { hapiPerMinute } = await import('../../packages/core/src/kernel/accounts/networks/limits.ts').then(
      (m) => m.defaultLimits,
    )
    expect(366 + 12).toBeLessThanOrEqual(hapiPerMinute)
  })
})

test('a client that asks for 20 months at once gets all of them', async () => {
  const { hapi } = await longService()
  const replies = await Promise.all(Array.from({ length: 20 }, (_, n) => hapi(monthFrom(n))))
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
})

test('40 months that are asked for once push nothing else out of the cache', async () => {
  const { hapi, send } = await longService()
  const statusOf = async () => (await send('/openapi.json')).headers.get('cache-status')
  expect(await statusOf()).toContain('fwd=miss')
  for (let n = 0; n < 40; n += 1) expect((await hapi(monthFrom(n), `192.0.2.${n}`)).status).toBe(200)
  expect(await statusOf()).toContain('hit')
  expect((await hapi(monthFrom(39))).headers.get('cache-status')).toContain('hit')
})
