import { sampleFetch } from '@space-data/sample'
import { expect, test, vi } from 'vitest'
import { centralOn, openMirror } from '../mirror/pair.ts'
import { faultyBackend } from '../support/faulty-backend.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { stoppedClock, testService } from '../support/service.ts'

const probe = async ({ ask }: Awaited<ReturnType<typeof testService>>, path: string) => {
  const { status, text, json } = await ask('GET', path)
  return json ? [status, json.error, json.message] : [status, text]
}

const READY = [200, 'ok\n']

test('an instance is ready once the first space weather is loaded', async () => {
  const clock = stoppedClock()
  const requests: string[] = []
  const sample = sampleFetch(clock.now)
  const service = await testService(
    {
      fetch: async (input, init) => {
        requests.push(String(input))
        return sample(input, init)
      },
    },
    clock,
  )
  expect(await probe(service, '/readyz')).toEqual([
    503,
    'not_ready',
    'The first data are still being loaded.',
  ])
  await vi.waitUntil(async () => (await probe(service, '/readyz'))[0] === 200, PATIENCE_MS)
  expect(await probe(service, '/readyz')).toEqual(READY)
  const loaded = requests.length
  expect(loaded).toBeGreaterThanOrEqual(5)
  await service.get('/v1/space-weather/kp')
  for (let i = 0; i < 200; i += 1) await probe(service, '/readyz')
  expect(requests.length).toBe(loaded)
})

test('once it is started, it becomes ready by itself: the first probe finds it so', async () => {
  for (const begin of ['jobs', 'first data'] as const) {
    const clock = stoppedClock()
    const service = await testService({ fetch: sampleFetch(clock.now) }, clock)
    if (begin === 'jobs') service.spaceData.jobs.start()
    // Does not start another load, but waits for the one that is under way.
    await service.spaceData.loadFirstData()
    expect(await probe(service, '/readyz')).toEqual(READY)
    await service.spaceData.close()
  }
})

test('a mirror becomes ready by itself, too', async () => {
  const clock = stoppedClock()
  const central = await centralOn(clock)
  const mirror = await openMirror(central, clock)
  await mirror.spaceData.loadFirstData()
  expect(central.asked.map(({ url }) => new URL(url).pathname)).toContain('/v1/space-weather/kp')
  expect((await mirror.get('/readyz')).status).toBe(200)
})

test('providers that fail do not make it unready', async () => {
  const service = await testService({ fetch: () => Promise.reject(new TypeError('no route')) })
  await vi.waitUntil(async () => (await probe(service, '/readyz'))[0] === 200, PATIENCE_MS)
  expect((await service.get('/v1/space-weather/kp')).status).toBe(503)
  expect(await probe(service, '/readyz')).toEqual(READY)
})

test('it is alive but not ready while its store fails, and ready again after', async () => {
  const faulty = faultyBackend()
  const service = await testService({ store: faulty.backend })
  await vi.waitUntil(async () => (await probe(service, '/readyz'))[0] === 200, PATIENCE_MS)
  faulty.fault = 'throws'
  await vi.waitUntil(async () => (await probe(service, '/readyz'))[0] === 503, PATIENCE_MS)
  expect(await probe(service, '/readyz')).toEqual([503, 'not_ready', 'The store does not respond.'])
  expect(await probe(service, '/healthz')).toEqual(READY)
  faulty.fault = 'none'
  await vi.waitUntil(async () => (await probe(service, '/readyz'))[0] === 200, PATIENCE_MS)
})

test('while its store can only be read it is ready, and says so, as the status and its page do', async () => {
  const faulty = faultyBackend()
  const service = await testService({ store: faulty.backend })
  await vi.waitUntil(async () => (await probe(service, '/readyz'))[0] === 200, PATIENCE_MS)
  expect(await service.spaceData.store.isReadOnly()).toBe(false)
  faulty.fault = 'read-only'
  expect(await service.spaceData.store.isReadOnly()).toBe(true)
  await vi.waitUntil(async () => {
    await service.spaceData.keys.issue({ tier: 'pro', label: 'me' }).catch(() => {})
    return (await probe(service, '/readyz'))[1] !== 'ok\n'
  }, PATIENCE_MS)
  expect(await probe(service, '/readyz')).toEqual([
    200,
    expect.stringMatching(/^ok, but the store is read-only: /),
  ])
  const { data } = (await service.get('/status')).json
  expect(data).toMatchObject({ status: 'degraded', store: 'read_only' })
  const { text } = await service.ask('GET', '/status', { accept: 'text/html' })
  expect(text).toContain('The store is read-only')
  expect(text).toContain('No keys can be issued, and fetched data are not stored.')
  faulty.fault = 'none'
  await vi.waitUntil(async () => !(await service.spaceData.store.isReadOnly()), PATIENCE_MS)
  await vi.waitUntil(async () => (await probe(service, '/readyz'))[1] === 'ok\n', PATIENCE_MS)
})

test('it is not ready once it drains, and serves requests all the same', async () => {
  const service = await testService()
  await vi.waitUntil(async () => (await probe(service, '/readyz'))[0] === 200, PATIENCE_MS)
  service.spaceData.drain()
  expect(await probe(service, '/readyz')).toEqual([503, 'not_ready', 'This instance is stopping.'])
  expect(await probe(service, '/healthz')).toEqual(READY)
  expect((await service.get('/v1/space-weather/kp')).status).toBe(200)
})

test('neither is limited, cached or counted', async () => {
  const service = await testService({ limits: { publicPerMinute: 1, refusedPerMinute: 1 } })
  for (let i = 0; i < 50; i += 1) expect(await probe(service, '/healthz')).toEqual(READY)
  const { headers } = await service.ask('GET', '/healthz')
  expect(headers.get('cache-control')).toBe('no-store')
  expect((await service.ask('HEAD', '/healthz')).text).toBe('')
})
