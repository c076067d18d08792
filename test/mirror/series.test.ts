import { memory } from '@space-data/core'
import { mirrorOf } from '@space-data/core/mirror'
import { verifyResponse } from '@space-data/core/verify'
import { describe, expect, test, vi } from 'vitest'
import { Reader, useFakeTimers } from '../space-weather/stream-service.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { RFC_PUBLIC_KEY, signing } from '../support/signing-keys.ts'
import { CENTRAL, openMirror } from './pair.ts'
import { away, DAY, HOUR, MINUTE, QUANTITIES, recordedCentral, targets } from './recorded.ts'

const SIGNED = ['content-location', 'unencoded-digest', 'signature-input', 'signature']
const HEADERS = ['content-type', 'etag', 'vary', 'cache-control', 'x-source', 'x-fetched-at', 'x-valid-until']
const CLOSED = 'start=2026-11-17&stop=2026-11-18'

/** Of tests that change nothing. */
const still = verifying()

async function verifying() {
  const { clock, central } = await recordedCentral({ signing })
  const verify = RFC_PUBLIC_KEY
  const mirror = await openMirror(central, clock, {
    mirror: mirrorOf({ origin: CENTRAL, key: () => central.key, verify }),
  })
  return { clock, central, mirror }
}

describe.each([
  ...QUANTITIES.flatMap((name) => [
    `/v1/space-weather/${name}/series`,
    `/v1/space-weather/${name}/series?${CLOSED}`,
    `/v1/space-weather/${name}/series?start=2026-11-20T00:00Z&stop=2026-11-21T06:00Z&step=3h&format=csv`,
    `/v1/space-weather/${name}?at=2026-11-21T07:30Z`,
  ]),
  ...['flux', 'sunspots', 'a-index'].flatMap((name) => [
    `/v1/space-weather/${name}`,
    `/v1/space-weather/${name}/series`,
    `/v1/space-weather/${name}/series?start=2026-10-01&stop=2026-11-01`,
    `/v1/space-weather/${name}/series?start=2026-01-01&stop=2026-11-21&step=7d&format=csv`,
  ]),
  '/v1/space-weather/kp/forecast?issued_before=2026-11-22',
  '/v1/space-weather/outlook?issued_before=2026-11-22',
  '/v1/space-weather/regions?date=2026-11-20',
])('%s', (path) => {
  test('is the response of the central instance, with its signature', async () => {
    const { clock, central, mirror } = await still
    const [copy, own] = [await mirror.get(path), await central.get(path)]
    expect([copy.status, copy.text, mirror.errors]).toEqual([200, own.text, []])
    for (const name of [...SIGNED, ...HEADERS])
      expect(copy.headers.get(name), name).toBe(own.headers.get(name))
    const now = clock.now().getTime()
    await verifyResponse(new Response(copy.text, copy), { keys: RFC_PUBLIC_KEY, path, now })
  })
})

describe('the format', () => {
  const path = `/v1/space-weather/wind/series?${CLOSED}`

  test('that Accept asks for comes from the central instance, signed', async () => {
    const { clock, central } = await recordedCentral({ signing })
    const mirror = await openMirror(central, clock)
    const json = await mirror.get(path)
    const csv = await mirror.get(path, { accept: 'text/csv' })
    const own = await central.get(`${path}&format=csv`)
    expect(json.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect([csv.headers.get('content-type'), csv.text]).toEqual(['text/csv; charset=utf-8', own.text])
    expect(csv.headers.get('content-location')).toBe(`${path}&format=csv`)
    const now = clock.now().getTime()
    await verifyResponse(new Response(csv.text, csv), { keys: RFC_PUBLIC_KEY, path, now })
    expect(csv.headers.get('vary')).toBe(json.headers.get('vary'))
    expect(json.headers.get('vary')).toMatch(/^Accept, /)
  })

  test('that is not offered is 406, and the central instance is not asked', async () => {
    const { clock, central } = await recordedCentral()
    const mirror = await openMirror(central, clock)
    expect((await mirror.get(path, { accept: 'image/png' })).status).toBe(406)
    expect(central.asked).toEqual([])
  })
})

test('a span of the past is asked for once while it is valid, and does not count as late', async () => {
  const { clock, central } = await recordedCentral()
  const mirror = await openMirror(central, clock)
  const path = `/v1/space-weather/mag/series?${CLOSED}`
  await mirror.get(path)
  clock.advance(40 * MINUTE)
  await mirror.get(path)
  expect(targets(central)).toEqual([path])
  clock.advance(8 * DAY)
  await mirror.get(path)
  const { headers } = await mirror.get(path)
  expect(headers.get('cache-control')).toMatch(/^private, max-age=5[0-9]{5}, immutable$/)
  clock.advance(5 * DAY)
  await mirror.get(path)
  expect(targets(central)).toEqual([path, path])
  const { data } = JSON.parse((await mirror.get('/status')).text)
  expect(data.status).toBe('operational')
})

test.each([
  ['start=2026-11-21&stop=2026-11-20', 400, 'invalid_parameter'],
  ['start=2026-09-01&stop=2026-11-20', 400, 'invalid_parameter'],
])('a refusal of the central instance is passed on: %s', async (query, status, code) => {
  const { clock, central } = await recordedCentral()
  const mirror = await openMirror(central, clock)
  const answer = await mirror.get(`/v1/space-weather/kp/series?${query}`)
  expect([answer.status, JSON.parse(answer.text).error]).toEqual([status, code])
})

test('whole days are stored, in one spelling; other spans are not', async () => {
  const { clock, central } = await recordedCentral()
  const store = memory()
  const mirror = await openMirror(central, clock, { store })
  const day = `/v1/space-weather/xray/series?${CLOSED}`
  const others = [
    `${day}&step=1h`,
    `${day}&format=json`,
    '/v1/space-weather/xray/series?start=2026-11-17&stop=2026-11-19',
  ]
  const { text } = await mirror.get(day)
  for (const path of others) expect((await mirror.get(path)).status).toBe(200)
  central.network = away
  const restarted = await openMirror(central, clock, { store })
  expect((await restarted.get(day)).text).toBe(text)
  for (const path of others) expect((await restarted.get(path)).status).toBe(503)
  clock.advance(2 * HOUR)
  const stale = await restarted.get(day)
  expect([stale.text, stale.headers.get('cache-control')]).toEqual([text, 'no-store'])
})

test('a byte that is changed on the way is refused, and the last good copy goes on being served', async () => {
  const { clock, central, mirror } = await verifying()
  const path = `/v1/space-weather/wind/series?${CLOSED}`
  const hapi = '/hapi/data?dataset=wind&start=2026-11-17&stop=2026-11-18'
  const [good, records] = [await mirror.get(path), await mirror.get(hapi)]
  clock.advance(2 * HOUR)
  central.network = async (request) => {
    const response = await central.spaceData.handle(request, { ip: '192.0.2.7' })
    const body = new Uint8Array(await response.arrayBuffer())
    const [place] = [body.length - 200]
    body[place] = (body[place] ?? 0) ^ 1
    return new Response(body, { status: response.status, headers: response.headers })
  }
  const refused = await mirror.get(path)
  expect([refused.status, refused.text]).toEqual([200, good.text])
  expect(refused.headers.get('cache-control')).toBe('no-store')
  const served = await mirror.get(hapi)
  expect([served.status, served.text, served.headers.get('cache-control')]).toEqual([
    200,
    records.text,
    'no-store',
  ])
  expect(mirror.errors.map((error) => String((error as Error).cause)).join()).toContain(
    'the body does not match the signed digest',
  )
  const other = await mirror.get('/hapi/data?dataset=wind&start=2026-11-18&stop=2026-11-19')
  expect([other.status, JSON.parse(other.text).status.code]).toEqual([503, 1501])
})

describe('the stream', () => {
  test('has the values of the central instance, and the new ones once its copy of today expires', async () => {
    useFakeTimers()
    const { clock, central } = await recordedCentral()
    const mirror = await openMirror(central, clock)
    const pass = async (ms: number) => {
      clock.advance(ms)
      await vi.advanceTimersByTimeAsync(ms)
    }
    const open = async (query = '') => {
      const url = `http://mirror.test/v1/space-weather/stream?series=bz,kp${query}`
      const request = new Request(url, query ? {} : { headers: { 'x-api-key': mirror.key } })
      return new Reader(await mirror.spaceData.handle(request, { ip: '192.0.2.1' }))
    }
    const until = (isSo: () => boolean, ms = 0) =>
      vi.waitUntil(async () => {
        await pass(ms)
        return isSo()
      }, PATIENCE_MS)
    const stream = await open()
    await until(() => stream.events.length === 2)
    expect(stream.events.map(({ event, data }) => [event, data.time])).toEqual([
      ['bz', '2026-11-21T12:00:00.000Z'],
      ['kp', '2026-11-21T12:00:00.000Z'],
    ])
    await pass(2 * MINUTE)
    await central.get('/v1/space-weather/mag')
    await pass(MINUTE)
    await until(() => stream.events.length > 2, 1_000)
    expect(stream.events.slice(2).map(({ event, data }) => [event, data.time])).toContainEqual([
      'bz',
      '2026-11-21T12:02:00.000Z',
    ])
    await stream.leave()

    // Tickets are those of the mirror, as keys are.
    const asking = { method: 'POST', headers: { 'x-api-key': mirror.key } }
    const issued = await mirror.spaceData.handle(new Request('http://mirror.test/v1/stream-tickets', asking))
    const { data } = (await issued.json()) as { data: { ticket: string } }
    const resumed = await open(`&ticket=${data.ticket}&after=bz@2026-11-21T11:58:00.000Z`)
    await until(() => resumed.events.length >= 4)
    const times = resumed.events
      .filter(({ event }) => event === 'bz')
      .map(({ data }) => data.time.slice(11, 16))
    expect(times.slice(0, 4)).toEqual(['11:59', '12:00', '12:01', '12:02'])
    await resumed.leave()
    expect(mirror.errors).toEqual([])
  })
})
