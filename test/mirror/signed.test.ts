import { createSpaceData, memory } from '@space-data/core'
import { everything } from '@space-data/core/features'
import { mirrorOf } from '@space-data/core/mirror'
import { verifyResponse } from '@space-data/core/verify'
import { describe, expect, test } from 'vitest'
import { type Clock, stoppedClock } from '../support/service.ts'
import { OTHER_PUBLIC_KEY, RFC_PUBLIC_KEY, rfcKey, signing } from '../support/signing-keys.ts'
import { before, CENTRAL, type Central, centralOn, openMirror } from './pair.ts'

const FIELDS = ['content-location', 'unencoded-digest', 'signature-input', 'signature', 'content-type']
const PATHS = ['/v1/space-weather/kp', '/v1/tle/stations', '/v1/objects/25544', '/v1/tle/stations?format=csv']

const verifying = (central: Central, verify = RFC_PUBLIC_KEY) => ({
  mirror: mirrorOf({ origin: CENTRAL, key: () => central.key, verify }),
})

const holds = ({ text, headers }: { text: string; headers: Headers }, path: string, clock: Clock) =>
  verifyResponse(new Response(text, { headers }), { keys: RFC_PUBLIC_KEY, path, now: clock.now().getTime() })

describe.each(PATHS)('%s', (path) => {
  test('comes through two mirrors and a base with the signature of the central instance', async () => {
    const clock = stoppedClock()
    const central = await centralOn(clock, { signing })
    const first = await openMirror(central, clock, verifying(central))
    const between = await before(first.spaceData)
    const second = await openMirror(between, clock, { ...verifying(between), base: '/space' })
    const own = await central.get(path)
    const copy = await second.get(`/space${path}`)
    expect(copy.text).toBe(own.text)
    for (const name of FIELDS) expect(copy.headers.get(name), name).toBe(own.headers.get(name))
    await holds(copy, `/space${path}`, clock)
    expect([...first.errors, ...second.errors]).toEqual([])
  })
})

test('a copy has its signature after a restart without the network', async () => {
  const clock = stoppedClock()
  const central = await centralOn(clock, { signing })
  const store = memory()
  const mirror = await openMirror(central, clock, { store, ...verifying(central) })
  const { headers } = await mirror.get('/v1/tle/stations')
  central.network = () => Promise.reject(new TypeError('away'))
  const restarted = await openMirror(central, clock, { store, ...verifying(central) })
  const copy = await restarted.get('/v1/tle/stations')
  expect(copy.headers.get('signature')).toBe(headers.get('signature'))
  await holds(copy, '/v1/tle/stations', clock)
})

test('a 304 with a newer signature brings it, of one piece', async () => {
  const clock = stoppedClock()
  const central = await centralOn(clock, { signing })
  const mirror = await openMirror(central, clock, verifying(central))
  const first = await mirror.get('/v1/tle/stations')
  clock.advance(6 * 3_600_000 + 1_000)
  const second = await mirror.get('/v1/tle/stations')
  expect(second.headers.get('signature')).not.toBe(first.headers.get('signature'))
  await holds(second, '/v1/tle/stations', clock)
})

test('a part that the mirror selects itself has no signature, and none of the whole', async () => {
  const clock = stoppedClock()
  const central = await centralOn(clock, { signing })
  const mirror = await openMirror(central, clock, verifying(central))
  const part = await mirror.get('/v1/events/recent?limit=1')
  expect(part.status).toBe(200)
  for (const name of FIELDS.slice(0, 4)) expect(part.headers.get(name), name).toBeNull()
})

const reasonOf = (error: unknown) => String((error as Error).cause)

/** Answers as the central instance does, but for what `change` does to it. */
function tampered(central: Central, change: (text: string, headers: Headers) => string) {
  return async (request: Request) => {
    const response = await central.spaceData.handle(request, { ip: '192.0.2.7' })
    const headers = new Headers(response.headers)
    headers.delete('content-length')
    const body = change(await response.text(), headers)
    return new Response(response.status === 304 ? null : body, { status: response.status, headers })
  }
}

describe('what does not hold is refused', () => {
  test.each<[string, (text: string, headers: Headers) => string, RegExp]>([
    [
      'another value',
      (text) => text.replace(/"kp":[\d.]+/, '"kp":1'),
      /the body does not match the signed digest/,
    ],
    [
      'no signature',
      (text, headers) => {
        headers.delete('signature')
        return text
      },
      /it is not signed/,
    ],
  ])('%s: the last good copy goes on being served, and the reason is reported', async (_, change, reason) => {
    const clock = stoppedClock()
    const central = await centralOn(clock, { signing })
    const mirror = await openMirror(central, clock, verifying(central))
    const good = await mirror.get('/v1/space-weather/kp')
    clock.advance(16 * 60_000)
    central.network = tampered(central, change)
    const stale = await mirror.get('/v1/space-weather/kp')
    expect([stale.status, stale.text]).toEqual([200, good.text])
    expect(stale.headers.get('cache-control')).toBe('no-store')
    await mirror.get('/v1/space-weather/kp')
    expect(mirror.errors).toHaveLength(1)
    expect(reasonOf(mirror.errors[0])).toMatch(reason)
    central.network = undefined
    clock.advance(60_000)
    expect((await mirror.get('/v1/space-weather/kp')).text).not.toBe(good.text)
  })

  test('the answer to another path, and the times of text in headers', async () => {
    const clock = stoppedClock()
    const central = await centralOn(clock, { signing })
    const mirror = await openMirror(central, clock, verifying(central))
    central.network = (request) =>
      central.spaceData.handle(new Request(request.url.replace('stations', 'weather'), request), {
        ip: '192.0.2.7',
      })
    expect((await mirror.get('/v1/tle/stations')).status).toBe(502)
    expect(reasonOf(mirror.errors.at(-1))).toContain('it is for /v1/tle/weather')
    central.network = tampered(central, (text, headers) => {
      headers.set('x-valid-until', '2026-11-21T17:00:00.000Z')
      return text
    })
    clock.advance(60_000)
    expect((await mirror.get('/v1/tle/stations')).status).toBe(502)
    expect(reasonOf(mirror.errors.at(-1))).toContain('its times do not match the signed times')
  })

  test('another key', async () => {
    const clock = stoppedClock()
    const central = await centralOn(clock, { signing })
    const mirror = await openMirror(central, clock, verifying(central, OTHER_PUBLIC_KEY))
    expect((await mirror.get('/v1/space-weather/kp')).status).toBe(502)
    expect(reasonOf(mirror.errors[0])).toContain('it is signed with another key')
  })

  test('without verify the same is passed on, and clients see that it does not hold', async () => {
    const clock = stoppedClock()
    const central = await centralOn(clock, { signing })
    const mirror = await openMirror(central, clock)
    central.network = tampered(central, (text) => text.replace(/"kp":[\d.]+/, '"kp":1'))
    const answer = await mirror.get('/v1/space-weather/kp')
    expect(answer.status).toBe(200)
    await expect(holds(answer, '/v1/space-weather/kp', clock)).rejects.toThrow(
      'does not match the signed digest',
    )
  })
})

test('a mirror does not sign, and takes public keys only as such', () => {
  const options = { origin: CENTRAL, key: () => 'x' }
  const signing = { keys: [rfcKey] }
  expect(() => createSpaceData({ features: everything, mirror: mirrorOf(options), signing })).toThrow(
    /^signing: a mirror forwards/,
  )
  expect(() => mirrorOf({ ...options, verify: 'JrQL' })).toThrow(/^mirror.verify: public keys/)
})
