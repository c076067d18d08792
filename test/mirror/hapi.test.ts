import { memory } from '@space-data/core'
import { describe, expect, test } from 'vitest'
import {
  isDaily,
  SERIES,
  type SeriesId,
} from '../../packages/core/src/features/space-weather/series/series-declarations.ts'
import { before, type Central, type Mirror, openMirror } from './pair.ts'
import { away, DAY, HOUR, MINUTE, recordedCentral, targets } from './recorded.ts'

const IDS = Object.keys(SERIES) as SeriesId[]
/** Closed days, and a part of one; of daily values a part of a closed month. */
const SPAN = 'start=2026-11-17T06:00Z&stop=2026-11-19T18:00Z'
const spanOf = (id: SeriesId) => (isDaily(id) ? 'start=2026-10-18&stop=2026-11-01' : SPAN)

async function pair() {
  const { clock, central } = await recordedCentral({ sourceNote: '(sample)' })
  return { clock, central, mirror: await openMirror(central, clock) }
}

/** The bytes of an open path. */
async function bytesOf({ spaceData }: Central | Mirror, target: string) {
  const response = await spaceData.handle(new Request(`http://any.test${target}`), { ip: '192.0.2.3' })
  expect([target, response.status]).toEqual([target, 200])
  return { bytes: new Uint8Array(await response.arrayBuffer()), headers: response.headers }
}

/** Of tests that change nothing. */
const still = pair()

// The A index has no day in October: each message is of one day.
describe.each(IDS.filter((id) => id !== 'a_index'))('the dataset %s', async (id) => {
  const { central, mirror } = await still
  test.each(['csv', 'binary', 'json', 'csv&include=header'])(
    'has the bytes of the central instance: %s',
    async (format) => {
      const target = `/hapi/data?dataset=${id}&${spanOf(id)}&format=${format}`
      const [own, served] = [await bytesOf(central, target), await bytesOf(mirror, target)]
      expect(own.bytes.length).toBeGreaterThan(300)
      expect(Buffer.compare(served.bytes, own.bytes)).toBe(0)
      // A copy of Kp by minute has that of three hours, too, and one time for both.
      const times = id === 'kp' ? [] : ['x-fetched-at']
      for (const name of ['x-source', ...times, 'x-valid-until', 'cache-control'])
        expect(served.headers.get(name), name).toBe(own.headers.get(name))
    },
  )

  test('has the description of the central instance', async () => {
    const target = `/hapi/info?dataset=${id}`
    expect((await mirror.get(target)).text).toBe((await central.get(target)).text)
  })
})

test('a year of daily values is a request for each month, and has the records of the central instance', async () => {
  const { central, mirror } = await pair()
  const target = '/hapi/data?dataset=flux&start=2026-10-08&stop=2026-11-22'
  const { bytes } = await bytesOf(mirror, target)
  expect(Buffer.compare(bytes, (await bytesOf(central, target)).bytes)).toBe(0)
  expect(bytes.toString().length).toBeGreaterThan(1_000)
  expect(targets(central).filter((each) => each.includes('/series?'))).toEqual([
    '/v1/space-weather/flux/series?start=2026-10-01&stop=2026-11-01',
    '/v1/space-weather/flux/series?start=2026-11-01&stop=2026-12-01',
  ])
  const index = '/hapi/data?dataset=a_index&start=2026-11-16&stop=2026-11-22'
  const { bytes: records } = await bytesOf(mirror, index)
  expect(new TextDecoder().decode(records)).toBe('2026-11-16T00:00:00.000Z,20\n2026-11-20T00:00:00.000Z,20\n')
  expect(Buffer.compare(records, (await bytesOf(central, index)).bytes)).toBe(0)
})

test('the open day is that of the central instance, with its times', async () => {
  const { clock, central, mirror } = await pair()
  const target = '/hapi/data?dataset=mag&start=2026-11-21T10:00Z&stop=2026-11-21T12:00Z'
  const first = await bytesOf(mirror, target)
  expect(first.headers.get('x-fetched-at')).toBe('2026-11-21T12:00:00.000Z')
  clock.advance(30_000)
  const { headers } = await bytesOf(mirror, `${target}&parameters=Time`)
  expect(headers.get('x-fetched-at')).toBe('2026-11-21T12:00:00.000Z')
  expect(headers.get('cache-control')).toBe('public, max-age=30')
  clock.advance(MINUTE)
  await central.spaceData.jobs.series.run()
  // No feed was due: the data are those of before.
  const { headers: later } = await bytesOf(mirror, target)
  expect(later.get('x-fetched-at')).toBe('2026-11-21T12:00:00.000Z')
  expect(later.get('x-valid-until')).toBe('2026-11-21T12:02:30.000Z')
})

test('clients of the mirror share its requests: descriptions every five minutes, a day once', async () => {
  const { clock, central, mirror } = await pair()
  for (let client = 0; client < 20; client += 1) {
    for (const id of IDS) await mirror.get(`/hapi/info?dataset=${id}`)
    await mirror.get(`/hapi/data?dataset=kp_3h&start=2026-11-17&stop=2026-11-18`)
    await mirror.get(`/hapi/data?dataset=kp&start=2026-11-17T0${client % 10}:00Z&stop=2026-11-18`)
    clock.advance(10_000)
  }
  const asked = targets(central)
  expect(asked.filter((target) => target.startsWith('/hapi'))).toHaveLength(IDS.length)
  expect(asked.filter((target) => !target.startsWith('/hapi'))).toEqual([
    '/v1/space-weather/kp/series?start=2026-11-17&stop=2026-11-18',
  ])
})

describe('while the central instance is away', () => {
  test('days that were copied are served, also after a restart, and others are refused with 1501', async () => {
    const { clock, central } = await recordedCentral()
    const store = memory()
    const first = await openMirror(central, clock, { store })
    const target = '/hapi/data?dataset=wind&start=2026-11-15&stop=2026-11-19'
    const { bytes } = await bytesOf(first, target)
    central.network = away
    const mirror = await openMirror(central, clock, { store })
    expect(Buffer.compare((await bytesOf(mirror, target)).bytes, bytes)).toBe(0)
    clock.advance(3 * DAY)
    const stale = await bytesOf(mirror, target)
    expect(Buffer.compare(stale.bytes, bytes)).toBe(0)
    expect(stale.headers.get('cache-control')).toBe('no-store')
    const missing = await mirror.get('/hapi/data?dataset=wind&start=2026-11-15&stop=2026-11-20')
    expect([missing.status, JSON.parse(missing.text).status.code]).toEqual([503, 1501])
    expect(missing.headers.get('retry-after')).toMatch(/^\d+$/)
    clock.advance(5 * DAY)
    expect((await mirror.get(target)).status).toBe(503)
  })

  test('a mirror that never had its descriptions refuses with 1501', async () => {
    const { clock, central } = await recordedCentral()
    central.network = away
    const mirror = await openMirror(central, clock)
    for (const target of ['/hapi/info?dataset=kp', '/hapi/data?dataset=kp&start=2026-11-15&stop=2026-11-16'])
      expect(JSON.parse((await mirror.get(target)).text).status.code).toBe(1501)
    expect((await mirror.get('/hapi/catalog')).status).toBe(200)
  })
})

test('days that are read without a key leave a fifth of the quota to clients with one', async () => {
  const { clock, central } = await recordedCentral({ tiers: { hobby: { requestsPerDay: 10 } } })
  const mirror = await openMirror(central, clock)
  const statuses: number[] = []
  for (const id of ['wind', 'mag', 'xray'])
    for (let day = 14; day < 19; day += 1)
      statuses.push(
        (await mirror.get(`/hapi/data?dataset=${id}&start=2026-11-${day}&stop=2026-11-${day + 1}`)).status,
      )
  expect(statuses.filter((status) => status === 200)).toHaveLength(8)
  expect((await mirror.get('/v1/space-weather/xray/series?start=2026-11-18&stop=2026-11-19')).status).toBe(
    200,
  )
})

test.each([
  ['not JSON', '<html>'],
  ['of another day', '{"data":{"start":"2026-11-16T00:00:00.000Z"}}'],
  ['without rows', 'rows'],
  ['without provenance', 'provenance'],
])('a day that is %s is refused, not empty', async (_, change) => {
  const { clock, central } = await recordedCentral()
  const mirror = await openMirror(central, clock)
  central.network = async (request) => {
    const response = await central.spaceData.handle(request, { ip: '192.0.2.7' })
    if (!request.url.includes('/series?')) return response
    const body = await response.json()
    if (change === 'rows') body.data.flux_w_m2 = []
    else if (change === 'provenance') body.data.provenance = []
    else if (change.startsWith('{')) Object.assign(body.data, JSON.parse(change).data)
    const text = change.startsWith('<') ? change : JSON.stringify(body)
    const { headers } = response
    headers.delete('content-length')
    return new Response(text, { headers })
  }
  const answer = await mirror.get('/hapi/data?dataset=xray&start=2026-11-17&stop=2026-11-18')
  expect([answer.status, JSON.parse(answer.text).status.code]).toEqual([503, 1501])
})

test('a program reads the series of a mirror, and its readings', async () => {
  const { central, mirror } = await pair()
  const span = [new Date('2026-11-17T00:00Z'), new Date('2026-11-19T00:00Z')] as const
  for (const id of IDS) {
    const [own, copied] = [
      await central.spaceData.series(id, ...span),
      await mirror.spaceData.series(id, ...span),
    ]
    expect(copied.columns).toEqual(own.columns)
    expect(copied.instruments).toEqual(own.instruments)
    expect(copied.feeds.map((feed) => feed === null)).toEqual(own.feeds.map((feed) => feed === null))
  }
  expect(await mirror.spaceData.readings()).toEqual(await central.spaceData.readings())
})

test('a mirror of a mirror has the same records and descriptions', async () => {
  const { clock, central, mirror } = await pair()
  const second = await openMirror(await before(mirror.spaceData), clock)
  for (const target of ['/hapi/info?dataset=mag', `/hapi/data?dataset=mag&${SPAN}&include=header`])
    expect((await second.get(target)).text).toBe((await central.get(target)).text)
})

test('days to come are empty, and nobody is asked for them', async () => {
  const { clock, central, mirror } = await pair()
  const tomorrow = Math.ceil(clock.now().getTime() / DAY) * DAY
  const { feeds } = await mirror.spaceData.series('kp', new Date(tomorrow), new Date(tomorrow + HOUR))
  expect(feeds).toEqual(Array.from({ length: 60 }, () => null))
  expect(central.asked).toEqual([])
})
