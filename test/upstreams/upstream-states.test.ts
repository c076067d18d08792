import { memory } from '@space-data/core'
import { expect, test } from 'vitest'
import { createOriginsId, parseOriginsId } from '../../packages/core/src/kernel/storage/origins-id.ts'
import { openStore } from '../../packages/core/src/kernel/storage/store.ts'
import {
  listFeedsElsewhere,
  UpstreamStates,
} from '../../packages/core/src/kernel/upstreams/states/upstream-states.ts'
import { NOON, testContext } from '../support/context.ts'

const DAY = 86_400_000
const fail = (error: unknown) => expect.fail(String(error))
const outcome = (ok: boolean, checkedAt: number) => ({
  ...{ ok, checkedAt, httpStatus: ok ? 200 : 503, latencyMs: 5, dataAsOf: null, schemaOk: null },
  ...(ok ? { error: null, reason: null } : { error: 'HTTP 503', reason: 'http_503' }),
})

test('the state of a feed counts good and failed requests of each UTC day', async () => {
  const {
    upstreams: { states },
  } = testContext()
  for (const [ok, at] of [
    [true, NOON],
    [false, NOON + 1_000],
    [true, NOON + DAY / 2 - 1],
    [false, NOON + DAY / 2],
  ] as const)
    await states.record('x', outcome(ok, at))
  expect((await states.get('x'))?.days).toEqual([
    { day: '2026-11-21', good: 2, failed: 1 },
    { day: '2026-11-22', good: 0, failed: 1 },
  ])
})

test('the state of a feed keeps the last 90 days with requests, ascending', async () => {
  const {
    upstreams: { states },
    store,
  } = testContext()
  for (let day = 0; day < 120; day += 1) {
    if (day % 10 === 3) continue
    await states.record('x', outcome(true, NOON + day * DAY))
  }
  const { days = [] } = (await states.get('x')) ?? {}
  expect(days).toHaveLength(90)
  expect(days.map(({ day }) => day)).toEqual([...days.map(({ day }) => day)].sort())
  expect(days.at(-1)?.day).toBe('2027-03-20')
  expect(JSON.stringify(await store.get('upstream::x')).length).toBeLessThan(5_000)
})

test('the state of a feed has the time of the first failure, until a request succeeds', async () => {
  const {
    upstreams: { states },
  } = testContext()
  await states.record('x', outcome(true, NOON))
  expect((await states.get('x'))?.failingSince).toBeNull()
  for (const after of [1_000, 2_000, 3_000]) await states.record('x', outcome(false, NOON + after))
  expect(await states.get('x')).toMatchObject({
    failingSince: NOON + 1_000,
    consecutiveFailures: 3,
    lastOkAt: NOON,
    reason: 'http_503',
  })
  await states.record('x', outcome(true, NOON + 4_000))
  expect(await states.get('x')).toMatchObject({ failingSince: null, reason: null })
  await states.record('x', outcome(false, NOON + 5_000))
  expect((await states.get('x'))?.failingSince).toBe(NOON + 5_000)
})

test('feeds of instances with other upstreams are listed by what their ids say, the newest first', async () => {
  const store = openStore(memory())
  const record = (sourceNote: string, upstreams: Record<string, string>, at: number) =>
    new UpstreamStates(store, createOriginsId(sourceNote, upstreams), fail).record('x', outcome(true, at))
  const own = { swpc: 'http://127.0.0.1:9' }
  await record('', {}, NOON)
  await record('', own, NOON + 1)
  await record('(sample)', {}, NOON + 2)
  await record('(sample)', own, NOON + 4)
  await record('(sample)', own, NOON + 3)
  expect(await listFeedsElsewhere(store, createOriginsId('', {}))).toEqual([
    { sourceNote: '(sample)', hasOtherOrigins: true, isMirror: false, checkedAt: NOON + 3 },
    { sourceNote: '(sample)', hasOtherOrigins: false, isMirror: false, checkedAt: NOON + 2 },
    { sourceNote: '', hasOtherOrigins: true, isMirror: false, checkedAt: NOON + 1 },
  ])
  expect(await listFeedsElsewhere(store, createOriginsId('', own))).toHaveLength(3)
})

test.each(['', '(sample)', 'two words', 'a: b'])('an origins id gives back its note %j', (sourceNote) => {
  for (const upstreams of [{}, { swpc: 'http://127.0.0.1:9' }] as Record<string, string>[]) {
    const facts = parseOriginsId(createOriginsId(sourceNote, upstreams))
    expect(facts).toEqual({ sourceNote, hasOtherOrigins: 'swpc' in upstreams })
  }
})

test('the state of a feed counts the last 24 clock hours', async () => {
  const {
    upstreams: { states },
  } = testContext()
  const at = (hour: number) => NOON + hour * 3_600_000
  for (const hour of [0, 0, 1, 23]) await states.record('x', outcome(hour !== 1, at(hour)))
  const counts = async () => (await states.get('x'))?.hours.map((each) => Object.values(each))
  expect(await counts()).toEqual([
    ['2026-11-21T12', 2, 0],
    ['2026-11-21T13', 0, 1],
    ['2026-11-22T11', 1, 0],
  ])
  await states.record('x', outcome(true, at(24)))
  expect(await counts()).toEqual([
    ['2026-11-21T13', 0, 1],
    ['2026-11-22T11', 1, 0],
    ['2026-11-22T12', 1, 0],
  ])
})
