import { expect, test } from 'vitest'
import { NOON, testContext } from '../support/context.ts'

const DAY = 86_400_000
const outcome = (ok: boolean, checked_at: number) => ({
  ...{ ok, checked_at, http_status: ok ? 200 : 503, latency_ms: 5, data_as_of: null, schema_ok: null },
  ...(ok ? { error: null, reason: null } : { error: 'HTTP 503', reason: 'http_503' }),
})

test('counts the asks of each UTC day, good and failed', async () => {
  const { upstreamStates: states } = testContext()
  for (const [ok, at] of [
    [true, NOON],
    [false, NOON + 1_000],
    [true, NOON + DAY / 2 - 1],
    [false, NOON + DAY / 2],
  ] as const)
    await states.note('x', outcome(ok, at))
  expect((await states.get('x'))?.days).toEqual([
    { day: '2026-11-21', good: 2, failed: 1 },
    { day: '2026-11-22', good: 0, failed: 1 },
  ])
})

test('keeps 90 days on which it was asked, ascending, however often', async () => {
  const { upstreamStates: states, store } = testContext()
  for (let day = 0; day < 120; day += 1) {
    if (day % 10 === 3) continue
    await states.note('x', outcome(true, NOON + day * DAY))
  }
  const { days = [] } = (await states.get('x')) ?? {}
  expect(days).toHaveLength(90)
  expect(days.map(({ day }) => day)).toEqual([...days.map(({ day }) => day)].sort())
  expect(days.at(-1)?.day).toBe('2027-03-20')
  expect(JSON.stringify(await store.get('upstream::x')).length).toBeLessThan(5_000)
})

test('says since when it fails, through all failures, and nothing once it is well', async () => {
  const { upstreamStates: states } = testContext()
  await states.note('x', outcome(true, NOON))
  expect((await states.get('x'))?.failing_since).toBeNull()
  for (const after of [1_000, 2_000, 3_000]) await states.note('x', outcome(false, NOON + after))
  expect(await states.get('x')).toMatchObject({
    failing_since: NOON + 1_000,
    consecutive_failures: 3,
    last_ok_at: NOON,
    reason: 'http_503',
  })
  await states.note('x', outcome(true, NOON + 4_000))
  expect(await states.get('x')).toMatchObject({ failing_since: null, reason: null })
  await states.note('x', outcome(false, NOON + 5_000))
  expect((await states.get('x'))?.failing_since).toBe(NOON + 5_000)
})

test('a record of a version without a history is read, and gets one', async () => {
  const { upstreamStates: states, store } = testContext()
  const { reason: _, ...old } = outcome(false, NOON)
  await store.set('upstream::x', { ...old, last_ok_at: null, consecutive_failures: 2 })
  expect(await states.get('x')).toMatchObject({ failing_since: NOON, days: [], reason: null })
  await states.note('x', outcome(false, NOON + 1_000))
  expect(await states.get('x')).toMatchObject({
    failing_since: NOON,
    consecutive_failures: 3,
    days: [{ day: '2026-11-21', good: 0, failed: 1 }],
  })
})
