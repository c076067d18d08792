import { sampleFetch } from '@space-data/sample'
import { expect, test } from 'vitest'
import { testService } from '../support/service.ts'

const KP = '/v1/space-weather/kp'

test('an upstream that drops every connection after its first response is asked once, and its data stay', async () => {
  let calls = 0
  const { clock, get } = await testService({
    fetch: (...request) => {
      calls += 1
      return calls > 1 ? Promise.reject(new TypeError('reset')) : sampleFetch(clock.now)(...request)
    },
  })
  const replies = await Promise.all(Array.from({ length: 200 }, () => get(KP)))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect(calls).toBe(1)
  // Due for a refresh, which fails, and still valid.
  clock.advance(14.9 * 60_000)
  expect(await get(KP)).toMatchObject({ status: 200, text: replies[0]?.text })
  await expect.poll(() => calls).toBeGreaterThan(1)
  clock.advance(60_000)
  expect((await get(KP)).status).toBe(503)
})
