import { sampleFetch } from '@space-data/sample'
import { afterEach, expect, test, vi } from 'vitest'
import { testService } from '../support/service.ts'

/** How long a caller waits for an upstream, in milliseconds. */
const PATIENCE_MS = 10_000

afterEach(() => {
  vi.useRealTimers()
})

test('a caller waits at most 10 seconds, and a slower response still fills the cache', async () => {
  let answer: () => void = () => {}
  const slow = new Promise<void>((resolve) => {
    answer = resolve
  })
  let asked = 0
  const { clock, get } = await testService({
    fetch: async (...request) => {
      asked += 1
      await slow
      return sampleFetch(clock.now)(...request)
    },
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let isAnswered = false
  const response = get('/v1/events/recent').finally(() => {
    isAnswered = true
  })
  await vi.advanceTimersByTimeAsync(PATIENCE_MS - 100)
  expect([asked > 0, isAnswered]).toEqual([true, false])
  await vi.advanceTimersByTimeAsync(200)
  const { status, json } = await response
  expect([status, json.error]).toEqual([503, 'upstream_unavailable'])

  vi.useRealTimers()
  answer()
  await expect.poll(async () => (await get('/v1/events/recent')).status).toBe(200)
  expect((await get('/v1/events/recent')).headers.get('cache-status')).toMatch(/^space-data; hit;/)
})
