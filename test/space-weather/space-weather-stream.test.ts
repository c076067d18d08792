import type { SpaceDataOptions } from '@space-data/core'
import { beforeEach, describe, expect, test } from 'vitest'
import { stoppedClock } from '../support/service.ts'
import { type Reader, type Sent, streamService, useFakeTimers } from './stream-service.ts'
import { swpcOverTime } from './swpc-over-time.ts'

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000]
const PATH = '/v1/space-weather/stream'

beforeEach(useFakeTimers)

/** An instance over SWPC at the time of its clock, whose instruments never miss a minute. */
async function withValues(options: SpaceDataOptions = {}) {
  const clock = stoppedClock('2026-11-21T12:00:00Z')
  const swpc = swpcOverTime(() => clock.now().getTime())
  const service = await streamService(PATH, { fetch: swpc.fetch, ...options }, clock)
  return {
    ...service,
    swpc,
    /** How often a product has been requested. */
    requests: (product: RegExp) => swpc.requested.filter((path) => product.test(path)).length,
  }
}

const named = (reader: Reader, name: string) => reader.events.filter(({ event }) => event === name)
const timesOf = (events: readonly Sent[]) => events.map(({ data }) => data.time)
const minutesFrom = (start: string, count: number) =>
  Array.from({ length: count }, (_, i) => new Date(Date.parse(start) + i * MINUTE).toISOString())

describe('a stream', () => {
  test('begins with the newest value of each series, and each newer one follows once', async () => {
    const { open, pass } = await withValues()
    const reader = await open()
    await pass(SECOND)
    expect(reader.sent[0]?.text).toBe('retry: 5000')
    expect(reader.events.map(({ event }) => event).sort()).toEqual(['kp', 'mag', 'proton', 'wind', 'xray'])
    expect(new Set(timesOf(reader.events))).toEqual(new Set(['2026-11-21T12:00:00.000Z']))
    for (let i = 0; i < 16 * 60; i += 1) await pass(SECOND)
    for (const name of ['mag', 'wind', 'xray', 'kp'])
      expect(timesOf(named(reader, name)).slice(0, 16)).toEqual(minutesFrom('2026-11-21T12:00:00Z', 16))
    expect(timesOf(named(reader, 'proton'))).toHaveLength(4)
  })

  test('has the rows of /series with their names, their feed and what measured them', async () => {
    const { open, pass, get } = await withValues()
    const reader = await open('?series=bz,kp,mag,proton,wind,xray')
    await pass(SECOND)
    for (const { event, data, id } of reader.events) {
      const { time, source, instrument, ...values } = data
      const series = event === 'bz' ? 'mag' : event
      const { json } = await get(
        `/v1/space-weather/${series}/series?start=${time}&stop=${time.replace('00.000', '01')}`,
      )
      for (const [name, value] of Object.entries(values)) expect(json.data[name]).toEqual([value])
      expect(json.data.provenance).toMatchObject([{ source, instrument }])
      expect(id?.split(',').at(-1)).toContain(time)
    }
    expect(named(reader, 'bz')[0]?.data).toMatchObject({
      bz_gsm_nt: expect.any(Number),
      instrument: 'SOLAR1',
    })
    expect(Object.keys(named(reader, 'bz')[0]?.data)).toEqual(['time', 'bz_gsm_nt', 'source', 'instrument'])
    expect(reader.lastId).toMatch(/^bz@[^,]+,kp@[^,]+,mag@[^,]+,proton@[^,]+,wind@[^,]+,xray@[^,]+$/)
  })

  test('of one series has its name and instant as id', async () => {
    const { open, pass } = await withValues()
    const reader = await open('?series=kp')
    await pass(SECOND)
    expect(reader.events).toMatchObject([
      { id: 'kp@2026-11-21T12:00:00.000Z', event: 'kp', data: { kp: 20 / 3 } },
    ])
  })
})

describe('refused with 400', () => {
  test.each(['', 'kp,', 'kp,,bz', 'dst', 'kp,dst', 'KP', 'kp;bz'])('series=%s', async (series) => {
    const { ask, key } = await withValues()
    const { status, json } = await ask('GET', `${PATH}?series=${series}`, { 'x-api-key': key })
    expect([status, json.error]).toEqual([400, 'invalid_parameter'])
    expect(json.message).toBe(
      'Invalid series: expected one or more of bz, kp, mag, proton, wind, xray, separated by commas.',
    )
  })

  test.each([
    '41',
    'kp',
    'kp@2026-11-21',
    'kp@2026-11-21T12:00:00Z',
    'kp@2026-02-31T12:00:00.000Z',
    'dst@2026-11-21T12:00:00.000Z',
    'kp@2026-11-21T12:00:00.000Z,',
    'kp@2026-11-21T12:00:00.000Z,kp@2026-11-21T12:01:00.000Z',
    'kp@2026-11-21T12:00:00.000Z,bz@2026-11-21T12:00:00.000Z',
    'kp@0000-01-01T00:00:00.000Z',
    'kp@9999-12-31T23:59:59.000Z',
    'kp@2026-11-21T12:10:00.001Z',
    'bz@2026-11-21T12:00:00.000Z,kp@2027-01-01T00:00:00.000Z',
  ])('Last-Event-ID or after: %s', async (id) => {
    const { ask, key } = await withValues()
    for (const method of ['GET', 'HEAD']) {
      expect((await ask(method, PATH, { 'x-api-key': key, 'last-event-id': id })).status).toBe(400)
      expect((await ask(method, `${PATH}?after=${id}`, { 'x-api-key': key })).status).toBe(400)
    }
  })
})

describe('Last-Event-ID', () => {
  const id = 'bz@2026-11-21T11:57:00.000Z,xray@2026-11-21T11:00:00.000Z'
  test.each([
    ['alone', '', { 'last-event-id': id }],
    ['as a parameter', `&after=${id}`, {}],
    ['before the parameter', '&after=bz@2026-11-21T11:00:00.000Z', { 'last-event-id': id }],
  ])(
    '%s is followed by every value since, and a series that it lacks begins with its newest value',
    async (_, after, headers) => {
      const { open, pass } = await withValues()
      const reader = await open(`?series=bz,wind${after}`, headers as Record<string, string>)
      await pass(SECOND)
      expect(reader.sent[0]?.text).toBe('retry: 5000\nid: bz@2026-11-21T11:57:00.000Z')
      expect(timesOf(named(reader, 'bz'))).toEqual(minutesFrom('2026-11-21T11:58:00Z', 3))
      expect(timesOf(named(reader, 'wind'))).toEqual(['2026-11-21T12:00:00.000Z'])
      expect(named(reader, 'xray')).toEqual([])
    },
  )

  test('of more than 24 hours ago is answered with what is left out, and the last 24 hours', async () => {
    const { open, pass, get } = await withValues()
    await get('/v1/space-weather/mag')
    const old = '2026-11-20T09:00:00.000Z'
    const reader = await open('?series=bz,proton', {
      'last-event-id': `bz@${old},proton@2026-11-20T11:55:00.000Z`,
    })
    await pass(20 * SECOND)
    expect(reader.events[0]).toMatchObject({
      event: 'stream.gap',
      data: { series: 'bz', after: old, resumes_at: '2026-11-20T12:00:00.000Z' },
    })
    expect(reader.events.filter(({ event }) => event === 'stream.gap')).toHaveLength(1)
    const times = timesOf(named(reader, 'bz'))
    // The feed carries 24 hours, from 12:01 on.
    expect(times).toEqual(minutesFrom('2026-11-20T12:01:00Z', 24 * 60))
    const ids = reader.events.flatMap(({ id }) => id ?? [])
    expect(ids[0]).toContain('bz@2026-11-20T12:01:00.000Z')
  })

  test('of some minutes ahead of the clock is as good as any, and nothing is sent twice', async () => {
    const { open, pass } = await withValues()
    const reader = await open('?series=bz', { 'last-event-id': 'bz@2026-11-21T12:02:00.000Z' })
    for (let i = 0; i < 3; i += 1) await pass(MINUTE + SECOND)
    expect(timesOf(reader.events)).toEqual(['2026-11-21T12:03:00.000Z'])
  })
})

test('many streams cost one request per validity of the path, as a client does that polls it', async () => {
  const { spaceData, open, pass, requests } = await withValues()
  const readers: Reader[] = []
  for (let i = 0; i < 4; i += 1) {
    const { key } = await spaceData.keys.issue({ tier: 'pro', label: `${i}` })
    for (let n = 0; n < 3; n += 1) readers.push(await open('?series=bz,kp,mag,xray', {}, key))
  }
  for (let i = 0; i < 29 * 60; i += 1) await pass(SECOND)
  expect(requests(/rtsw_mag/)).toBeLessThanOrEqual(30)
  expect(requests(/rtsw_mag/)).toBeGreaterThanOrEqual(28)
  expect(requests(/xrays/)).toBeLessThanOrEqual(30)
  expect(requests(/planetary_k_index_1m/)).toBe(2)
  for (const reader of readers)
    for (const name of ['bz', 'mag', 'xray', 'kp'])
      expect(timesOf(named(reader, name)).slice(0, 16)).toEqual(minutesFrom('2026-11-21T12:00:00Z', 16))
}, 30_000)

test('a stream that begins after nobody has listened for a while does not begin with an old value', async () => {
  const { open, pass } = await withValues()
  const first = await open('?series=bz')
  await pass(SECOND)
  await first.leave()
  await pass(3 * HOUR)
  const readers = [await open('?series=bz'), await open('?series=bz')]
  await pass(2 * SECOND)
  for (const reader of readers) expect(timesOf(reader.events)).toEqual(['2026-11-21T15:00:00.000Z'])
})

test('upstreams and stores that fail end no stream, and nothing is lost when they are back', async () => {
  const { open, pass, swpc, faulty } = await withValues()
  const reader = await open('?series=bz,xray')
  await pass(SECOND)
  const wait = async (ms: number) => {
    for (let i = 0; i < ms / SECOND; i += 1) await pass(SECOND)
  }
  swpc.failing = /mag|propagated/
  await wait(10 * MINUTE)
  expect(named(reader, 'bz')).toHaveLength(1)
  expect(named(reader, 'xray').length).toBeGreaterThanOrEqual(10)
  swpc.failing = undefined
  await wait(3 * MINUTE)
  faulty.fault = 'throws'
  await wait(5 * MINUTE)
  faulty.fault = 'none'
  await wait(3 * MINUTE)
  expect(reader.isOver).toBe(false)
  for (const name of ['bz', 'xray'])
    expect(timesOf(named(reader, name)).slice(0, 20)).toEqual(minutesFrom('2026-11-21T12:00:00Z', 20))
})

test('an account has 10 streams at a time, of values and of alerts together', async () => {
  const { open, ask, get, key, spaceData } = await withValues()
  const readers: Reader[] = []
  for (let i = 0; i < 6; i += 1) readers.push(await open())
  const alerts = () =>
    spaceData.handle(
      new Request('http://space-data.test/v1/alerts/stream', { headers: { 'x-api-key': key } }),
    )
  for (let i = 0; i < 4; i += 1) expect((await alerts()).status).toBe(200)
  for (const path of [PATH, '/v1/alerts/stream']) {
    const { status, json, headers } = await ask('GET', path, { 'x-api-key': key })
    expect([status, json.error]).toEqual([429, 'rate_limited'])
    expect(headers.get('ratelimit')).toMatch(/r=49990;/)
  }
  expect((await get('/v1/alerts')).headers.get('ratelimit')).toMatch(/r=49989;/)
  await readers[0]?.leave()
  expect((await alerts()).status).toBe(200)
})
