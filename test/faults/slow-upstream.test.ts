import { setTimeout as pause } from 'node:timers/promises'
import { sampleFetch } from '@space-data/sample'
import { expect, test } from 'vitest'
import { testService } from '../support/service.ts'

test('a caller waits at most 10 seconds, and a slower response still fills the cache', {
  timeout: 30_000,
}, async () => {
  const answered: Promise<Response>[] = []
  const { clock, get } = await testService({
    fetch: (...request) => {
      const late = pause(11_000).then(() => sampleFetch(clock.now)(...request))
      answered.push(late)
      return late
    },
  })
  const from = performance.now()
  const { status, json } = await get('/v1/events/recent')
  const waitedMs = performance.now() - from
  expect([status, json.error]).toEqual([503, 'upstream_unavailable'])
  expect(waitedMs).toBeGreaterThan(9_900)
  await Promise.all(answered)
  await expect.poll(async () => (await get('/v1/events/recent')).status).toBe(200)
  expect((await get('/v1/events/recent')).headers.get('cache-status')).toMatch(/^space-data; hit;/)
})
