import { memory, type StoreBackend } from '@space-data/core'
import { expect, test } from 'vitest'
import {
  checkUpstreams,
  weeklyCheck,
} from '../../packages/core/src/features/upstream-check/check-upstreams.ts'
import { NOON, type TestContext } from '../support/context.ts'
import { runUntil } from '../support/run-until.ts'
import { feeds } from '../support/table.ts'
import { feedsContext } from './all-feeds.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE

/**
 * Runs the schedules of several instances on a clock that whoever sleeps moves; gives when each check began.
 */
async function checksOf(
  spans: readonly { readonly from: number; readonly until: number }[],
  backend = memory(),
) {
  const began: number[] = []
  for (const { from, until } of spans) {
    const context = feedsContext({ backend, time: { at: from } })
    await passing(context, until)
    for (const event of context.events)
      if (event.type === 'job' && !event.ok) throw new Error('a check failed')
    expect(context.errors).toEqual([])
  }
  const last = feedsContext({ backend, time: { at: spans.at(-1)?.until ?? 0 } })
  for (const { startedAt } of await last.checkReports.listYear()) began.push(startedAt)
  return began
}

const passing = (context: TestContext, until: number) => runUntil(until, weeklyCheck(feeds, context), context)

test('a new instance checks after five minutes and a part of one, and then every seven days', async () => {
  const began = await checksOf([{ from: NOON, until: NOON + 36 * DAY }])
  expect(began[0]).toBe(NOON + 5.5 * MINUTE)
  expect(began).toHaveLength(6)
  for (const [i, at] of began.slice(1).entries()) {
    const after = at - (began[i] ?? 0)
    expect(after).toBeGreaterThanOrEqual(7 * DAY)
    expect(after).toBeLessThanOrEqual(7 * DAY + MINUTE)
  }
})

test('the store knows the week: a restart checks nothing anew, and makes up for what was missed', async () => {
  const began = await checksOf([
    { from: NOON, until: NOON + DAY },
    { from: NOON + 2 * DAY, until: NOON + 3 * DAY },
    { from: NOON + 20 * DAY, until: NOON + 21 * DAY },
  ])
  expect(began).toEqual([NOON + 5.5 * MINUTE, NOON + 20 * DAY + 5.5 * MINUTE])
})

test('a process that lives for less than five minutes asks nobody', async () => {
  const spans = Array.from({ length: 20 }, (_, i) => ({
    from: NOON + i * 5 * MINUTE,
    until: NOON + i * 5 * MINUTE + 4.9 * MINUTE,
  }))
  expect(await checksOf(spans)).toEqual([])
})

test('a check on demand puts the next off by a week', async () => {
  const backend = memory()
  await checkUpstreams(feeds, feedsContext({ backend, time: { at: NOON } }), { paceMs: 0 })
  expect(await checksOf([{ from: NOON + MINUTE, until: NOON + 6.9 * DAY }], backend)).toEqual([NOON])
  const later = await checksOf([{ from: NOON + 6.9 * DAY, until: NOON + 7.5 * DAY }], backend)
  expect(later).toHaveLength(2)
  expect(later[1]).toBeGreaterThanOrEqual(NOON + 7 * DAY)
})

test('a report from a future that was none holds nothing back', async () => {
  const backend = memory()
  await checkUpstreams(feeds, feedsContext({ backend, time: { at: NOON + 300 * DAY } }), { paceMs: 0 })
  expect(await checksOf([{ from: NOON, until: NOON + 0.5 * DAY }], backend)).toEqual([NOON + 5.5 * MINUTE])
})

test('four instances on one store make one check of it', async () => {
  const backend: StoreBackend = memory()
  const time = { at: NOON }
  const contexts = Array.from({ length: 4 }, () => feedsContext({ backend, time }))
  await Promise.all(contexts.map((context) => passing(context, NOON + DAY)))
  expect(await contexts[0]?.checkReports.listYear()).toHaveLength(1)
  const asked = contexts.flatMap((each) => each.asked)
  expect(asked.filter((address) => address.includes('planetary_k_index_1m'))).toHaveLength(1)
})

test('an instance with more features checks what one with fewer has left out, and not the other way round', async () => {
  const backend = memory()
  const context = feedsContext({ backend, time: { at: NOON } })
  const some = feeds.slice(0, 3)
  await runUntil(NOON + DAY, weeklyCheck(some, context), context)
  await passing(context, NOON + 2 * DAY)
  await runUntil(NOON + 3 * DAY, weeklyCheck(some, context), context)
  const sizes = (await context.checkReports.listYear()).map(({ upstreams }) => upstreams.length)
  expect(sizes).toEqual([3, feeds.length])
})
