import { memory } from '@space-data/core'
import { expect, test } from 'vitest'
import { newSecret } from '../../packages/core/src/kernel/accounts/keys/secret.ts'
import { faultyBackend } from '../support/faulty-backend.ts'
import { plenty, stoppedClock, testService } from '../support/service.ts'

const KP = '/v1/space-weather/kp'
const ATTACKER = { ip: '192.0.2.66' }
const limits = { ...plenty, refusedPerMinute: 20, publicPerMinute: 30 }
const unknownKey = () => ({ 'x-api-key': newSecret('sd_live_') })

test('401 and 404 responses share one rate per network over all processes, then become 429', async () => {
  const store = memory()
  const clock = stoppedClock()
  const services = [await testService({ store, limits }, clock), await testService({ store, limits }, clock)]
  const statuses: number[] = []
  for (let i = 0; i < 25; i += 1) {
    const { ask } = services[i % 2] as (typeof services)[number]
    const { status, json, headers } =
      i % 3 === 0
        ? await ask('GET', `/nowhere/${i}`, {}, ATTACKER)
        : await ask('GET', KP, i % 3 === 1 ? {} : unknownKey(), ATTACKER)
    statuses.push(status)
    if (status !== 429) continue
    expect(json.error).toBe('rate_limited')
    expect(headers.get('retry-after')).toBe('60')
    expect(headers.get('ratelimit')).toBeNull()
  }
  expect(statuses.indexOf(429)).toBe(20)
  expect(statuses.slice(20)).toEqual(Array(5).fill(429))
  const [{ ask }] = services as [(typeof services)[number]]
  expect((await ask('GET', '/nowhere', {}, { ip: '198.51.100.1' })).status).toBe(404)
  expect((await ask('GET', KP, {}, { ip: '198.51.100.1' })).status).toBe(401)
  clock.advance(60_000)
  expect((await ask('GET', '/nowhere', {}, ATTACKER)).status).toBe(404)
})

test('valid keys and other requests of a limited network are still served', async () => {
  const { ask, key } = await testService({ limits })
  expect((await ask('GET', KP, { 'x-api-key': key }, ATTACKER)).status).toBe(200)
  for (let i = 0; i < 40; i += 1) await ask('GET', '/nowhere', {}, ATTACKER)
  for (let i = 0; i < 40; i += 1)
    expect((await ask('GET', KP, { 'x-api-key': key }, ATTACKER)).status).toBe(200)
  expect((await ask('GET', '/ref', {}, ATTACKER)).status).toBe(200)
  // A 404 with a valid key counts against its quota.
  expect((await ask('GET', '/shell/diff', { 'x-api-key': key }, ATTACKER)).status).toBe(404)
})

test('a valid key of a limited network is served when its record has to be read again', async () => {
  const { ask, key, clock } = await testService({ limits: { ...limits, refusedPerMinute: 1 } })
  expect((await ask('GET', KP, { 'x-api-key': key }, ATTACKER)).status).toBe(200)
  for (let i = 0; i < 5; i += 1) await ask('GET', '/nowhere', {}, ATTACKER)
  clock.advance(10_000)
  expect((await ask('GET', KP, { 'x-api-key': key }, ATTACKER)).status).toBe(200)
})

test('a flood of unknown keys with a valid checksum reads the store for the first only', async () => {
  const faulty = faultyBackend()
  const { ask } = await testService({ limits, store: faulty.backend })
  for (let i = 0; i < 30; i += 1) await ask('GET', KP, unknownKey(), ATTACKER)
  const before = faulty.allCalls()
  for (let i = 0; i < 200; i += 1) {
    expect((await ask('GET', KP, unknownKey(), ATTACKER)).status).toBe(429)
    expect((await ask('GET', `/nowhere/${i}`, {}, ATTACKER)).status).toBe(429)
  }
  expect(faulty.allCalls() - before).toBe(0)
})

test('without client addresses, all clients share one rate of 401 and 404, and keys go on', async () => {
  const { ask, key, clock } = await testService({ limits })
  const statuses: number[] = []
  for (let i = 0; i < 25; i += 1) statuses.push((await ask('GET', '/nowhere', {}, {})).status)
  expect(statuses.indexOf(429)).toBe(20)
  expect((await ask('GET', KP, unknownKey(), {})).status).toBe(429)
  expect((await ask('GET', KP, { 'x-api-key': key }, {})).status).toBe(200)
  clock.advance(60_000)
  expect((await ask('GET', '/nowhere', {}, {})).status).toBe(404)
})

test('the front page, the status and the OpenAPI document share one rate per network', async () => {
  const { ask, clock, spaceData } = await testService({ limits })
  const paths = ['/', '/status', '/openapi.json']
  const ofPath = async (path: string, ip = '192.0.2.1') => (await ask('GET', path, {}, { ip })).status
  for (let i = 0; i < 30; i += 1) expect(await ofPath(paths[i % 3] as string)).toBe(200)
  for (const path of paths) expect(await ofPath(path)).toBe(429)
  expect(await ofPath('/', '198.51.100.1')).toBe(200)
  expect(await ofPath('/ref')).toBe(200)
  expect((await spaceData.handleAsOperator(new Request('http://space-data.test/status'))).status).toBe(200)
  clock.advance(60_000)
  expect(await ofPath('/')).toBe(200)
})
