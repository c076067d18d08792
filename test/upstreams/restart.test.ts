import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqlite } from '@space-data/core/sqlite'
import { sampleFetch } from '@space-data/sample'
import { expect, test } from 'vitest'
import { stoppedClock, testService } from '../support/service.ts'

const HOUR = 3_600_000

test('a restart sends no request while cached values are valid, and none to CelesTrak within two hours', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'space-data-')), 'store.sqlite')
  const clock = stoppedClock()
  const sample = sampleFetch(clock.now)
  const asked: string[] = []
  const start = async () =>
    testService(
      {
        store: await sqlite(file),
        fetch: (input, init) => {
          asked.push(String(input))
          return sample(input, init)
        },
      },
      clock,
    )
  const paths = [
    '/v1/space-weather/kp',
    '/v1/launches/upcoming',
    '/v1/events/recent',
    '/v1/tle/stations',
    '/v1/objects/25544',
  ]

  const first = await start()
  const before = []
  for (const path of paths) before.push((await first.get(path)).text)
  await first.spaceData.close()
  const questions = asked.length
  expect(questions).toBeGreaterThan(0)

  clock.advance(10 * 60_000)
  const second = await start()
  for (const [i, path] of paths.entries()) {
    const { text, headers } = await second.get(path)
    expect(text).toBe(before[i])
    expect(headers.get('cache-status')).toMatch(/^space-data; hit; ttl=\d/)
  }
  expect(asked).toHaveLength(questions)
  await second.spaceData.close()

  clock.advance(1.5 * HOUR)
  const third = await start()
  expect((await third.get('/v1/tle/stations')).text).toBe(before[3])
  expect(asked).toHaveLength(questions)
  await third.spaceData.close()
})

test('sample data are never served as live data from the same store file', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'space-data-')), 'store.sqlite')
  const clock = stoppedClock()
  const sample = await testService({ store: await sqlite(file), sourceNote: '(sample)' }, clock)
  await sample.get('/v1/space-weather/kp')
  await sample.spaceData.close()
  const live = await testService(
    { store: await sqlite(file), fetch: async () => new Response('', { status: 500 }) },
    clock,
  )
  expect((await live.get('/v1/space-weather/kp')).status).toBe(503)
  await live.spaceData.close()
})

test('Launch Library is queried at most 15 times in any hour, whatever it responds', async () => {
  const clock = stoppedClock()
  const at: number[] = []
  const { get } = await testService(
    {
      fetch: async () => {
        at.push(clock.now().getTime())
        return new Response('{"results": 7}')
      },
    },
    clock,
  )
  for (let minute = 0; minute < 300; minute += 1) {
    await get('/v1/launches/upcoming')
    clock.advance(60_000)
  }
  for (const from of at)
    expect(at.filter((then) => then >= from && then < from + HOUR).length).toBeLessThanOrEqual(15)
  expect(at.length).toBeGreaterThan(30)
})
