import { inspect } from 'node:util'
import { problems } from '@space-data/core'
import { mirrorOf } from '@space-data/core/mirror'
import { sampleFetch } from '@space-data/sample'
import { describe, expect, test } from 'vitest'
import { stoppedClock } from '../support/service.ts'
import { turns } from '../support/turns.ts'
import { centralOn, openMirror } from './pair.ts'

const KP = '/v1/space-weather/kp'
const MINUTE = 60_000
const problem =
  (status: number, error: string, headers: Record<string, string> = {}) =>
  () =>
    Response.json({ error, message: 'in the words of the central instance' }, { status, headers })

describe('what the central instance refuses', () => {
  test('is refused with the same code, and asked anew the next time', async () => {
    const clock = stoppedClock()
    const central = await centralOn(clock)
    const mirror = await openMirror(central, clock)
    for (let time = 1; time <= 2; time += 1) {
      const answer = await mirror.get('/v1/objects/999999999')
      expect([answer.status, JSON.parse(answer.text).error]).toEqual([404, 'object_not_found'])
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(central.asked).toHaveLength(time)
    }
    const shell = await mirror.get('/shell/density/785')
    expect([shell.status, JSON.parse(shell.text).error]).toEqual([404, 'shell_not_populated'])
    expect(Number(shell.headers.get('retry-after'))).toBeGreaterThan(3_600)
    central.network = problem(400, 'invalid_parameter')
    const bad = await mirror.get('/shell/density/795')
    expect([bad.status, JSON.parse(bad.text).error]).toEqual([400, 'invalid_parameter'])
    expect(mirror.errors).toEqual([])
  })

  test('as too old to be current is refused in the same words, though a copy is held', async () => {
    const clock = stoppedClock()
    const frozen = sampleFetch(() => new Date('2026-11-21T12:00:00Z'))
    const central = await centralOn(clock, { fetch: frozen })
    const mirror = await openMirror(central, clock)
    expect((await mirror.get(KP)).status).toBe(200)
    clock.advance(6 * 60 * MINUTE)
    const [ours, theirs] = [await mirror.get(KP), await central.get(KP)]
    expect([ours.status, ours.text]).toEqual([503, theirs.text])
    expect(JSON.parse(ours.text)).toEqual({
      error: 'upstream_stale',
      message: expect.stringContaining(
        'NOAA SWPC has no planetary K index (1 minute) newer than 2026-11-21T11:',
      ),
    })
    expect(Number(ours.headers.get('retry-after'))).toBeGreaterThanOrEqual(30)
    const asked = central.asked.length
    await mirror.get(KP)
    expect(central.asked).toHaveLength(asked)
    // What is not a sentence of ours is not repeated.
    clock.advance(MINUTE)
    central.network = () =>
      Response.json(
        { error: 'upstream_stale', message: '<b>\n' },
        { status: 503, headers: { 'retry-after': '30' } },
      )
    const odd = await mirror.get(KP)
    expect(JSON.parse(odd.text)).toEqual({
      error: 'upstream_stale',
      message: problems.upstream_stale.message,
    })
    expect(mirror.errors).toEqual([])
  })

  test('is not asked for what this mirror can refuse by itself', async () => {
    const clock = stoppedClock()
    const central = await centralOn(clock)
    const mirror = await openMirror(central, clock)
    const statuses = []
    for (const path of [
      '/v1/objects/0x1',
      '/v1/tle/no-such-group',
      '/shell/density/99',
      '/v1/nothing',
      '/ref/units',
    ])
      statuses.push((await mirror.get(path)).status)
    expect(statuses).toEqual([400, 404, 400, 404, 200])
    expect((await mirror.get(KP, { 'x-api-key': 'no key' })).status).toBe(401)
    expect(central.asked).toEqual([])
  })

  test('as the key of the mirror is 503 to clients and a plain line to the operator, without the key', async () => {
    const clock = stoppedClock()
    const central = await centralOn(clock)
    const wrong = central.key.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    let key = wrong
    const mirror = await openMirror(central, clock, {
      mirror: mirrorOf({ origin: 'https://central.test', key: () => key }),
    })
    const answer = await mirror.get(KP)
    expect([answer.status, JSON.parse(answer.text).error]).toEqual([503, 'upstream_unavailable'])
    const told = mirror.errors.map((error) => String((error as Error).cause)).join()
    expect(told).toContain('the central instance rejects the key of this mirror (HTTP 401)')
    expect(`${told}${answer.text}${JSON.stringify([...answer.headers])}`).not.toContain(wrong)
    key = central.key
    clock.advance(MINUTE)
    expect((await mirror.get(KP)).status).toBe(200)
  })

  test('as more than its quota stops all asking, for ten minutes at most', async () => {
    const clock = stoppedClock()
    const central = await centralOn(clock)
    const mirror = await openMirror(central, clock)
    central.network = problem(429, 'rate_limited', {
      'retry-after': '40000',
      'ratelimit-policy': '"day";q=1000;w=86400',
      ratelimit: '"day";r=0;t=40000',
    })
    expect((await mirror.get(KP)).status).toBe(503)
    expect((await mirror.get('/v1/space-weather/wind')).status).toBe(503)
    expect(central.asked).toHaveLength(1)
    expect(String((mirror.errors[0] as Error).cause)).toContain('quota of this mirror')
    central.network = undefined
    clock.advance(10 * MINUTE + 1_000)
    expect((await mirror.get(KP)).status).toBe(200)
  })

  test('as more than the rate of its network is of that path alone', async () => {
    const clock = stoppedClock()
    const central = await centralOn(clock, { limits: { referencePerMinute: 1 } })
    // Somebody else behind the same address.
    await central.fetch('https://central.test/ref')
    const mirror = await openMirror(central, clock)
    expect((await mirror.get('/v1/tle/stations')).status).toBe(503)
    expect(mirror.errors.map((error) => String((error as Error).cause))).toEqual([
      expect.stringContaining('limits the request rate of this network'),
    ])
    expect((await mirror.get(KP)).status).toBe(200)
    clock.advance(MINUTE)
    expect((await mirror.get('/v1/tle/stations')).status).toBe(200)
  })

  test('of one path says nothing of the others', async () => {
    const clock = stoppedClock()
    const central = await centralOn(clock)
    const mirror = await openMirror(central, clock)
    central.network = problem(503, 'upstream_unavailable', { 'retry-after': '60' })
    expect((await mirror.get(KP)).status).toBe(503)
    central.network = problem(502, 'upstream_invalid', { 'retry-after': '60' })
    expect((await mirror.get('/v1/space-weather/wind')).status).toBe(502)
    central.network = undefined
    expect((await mirror.get('/v1/space-weather/mag')).status).toBe(200)
  })
})

describe('a key of the mirror', () => {
  test.each(['secret-a\nsecret-b', 'secret-a secret-b', 'secret-a\u0001', 'secret-a\u2026', ''])(
    '%j is reported without quoting it, and not sent',
    async (key) => {
      const clock = stoppedClock()
      const central = await centralOn(clock)
      const mirror = await openMirror(central, clock, {
        mirror: mirrorOf({ origin: 'https://central.test', key: () => key }),
      })
      expect((await mirror.get(KP)).status).toBe(503)
      const told = inspect(mirror.errors, { depth: Number.POSITIVE_INFINITY })
      expect(told).toContain('the key of this mirror must be printable ASCII without spaces')
      expect(told).not.toContain('secret-')
      expect(central.asked).toEqual([])
    },
  )

  test('may end with the line that it was read from', async () => {
    const clock = stoppedClock()
    const central = await centralOn(clock)
    const key = () => `${central.key}\r\n`
    const mirror = await openMirror(central, clock, {
      mirror: mirrorOf({ origin: 'https://central.test', key }),
    })
    expect((await mirror.get(KP)).status).toBe(200)
  })
})

test('many paths at once are asked for sixteen at a time', async () => {
  const clock = stoppedClock()
  const central = await centralOn(clock)
  const mirror = await openMirror(central, clock)
  let [now, most] = [0, 0]
  central.network = async () => {
    now += 1
    most = Math.max(most, now)
    await turns()
    now -= 1
    return problem(404, 'object_not_found')()
  }
  const ids = Array.from({ length: 200 }, (_, i) => 1_000 + i)
  const answers = await Promise.all(ids.map((id) => mirror.get(`/v1/objects/${id}`)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
  expect([central.asked.length, most]).toEqual([200, 16])
})

test('an open mirror asks its clients for no key and counts nothing', async () => {
  const clock = stoppedClock()
  const central = await centralOn(clock)
  const mirror = await openMirror(central, clock, {
    mirror: mirrorOf({ origin: 'https://central.test', key: () => central.key, access: 'open' }),
  })
  const response = await mirror.spaceData.handle(new Request(`http://mirror.test${KP}`))
  expect([response.status, response.headers.get('ratelimit')]).toEqual([200, null])
  const { data } = (await (
    await mirror.spaceData.handle(new Request('http://mirror.test/ref/endpoints'))
  ).json()) as {
    data: unknown
  }
  expect(JSON.stringify(data)).not.toContain('"key"')
})

test('the status of a mirror has a row for each path of the central instance, with the age of its copy', async () => {
  const clock = stoppedClock()
  const central = await centralOn(clock)
  const mirror = await openMirror(central, clock)
  await mirror.get(KP)
  clock.advance(5 * MINUTE)
  const { data } = JSON.parse((await mirror.get('/status')).text)
  expect([...new Set(data.upstreams.map((row: { provider: string }) => row.provider))]).toEqual([
    'Central instance',
  ])
  expect(data.upstreams).toHaveLength(53)
  expect(data.upstreams[0]).toMatchObject({
    id: 'central-v1-space-weather-kp',
    endpoints: [KP],
    status: 'operational',
    last_ok_at: '2026-11-21T12:00:00.000Z',
    data_as_of: '2026-11-21T12:00:00.000Z',
    data_age_seconds: 300,
  })
})
