import { memory } from '@space-data/core'
import { expect, test } from 'vitest'
import { dailyPrune } from '../../packages/core/src/kernel/accounts/keys/daily-prune.ts'
import { issueKey } from '../../packages/core/src/kernel/accounts/keys/issue.ts'
import { createKeys } from '../../packages/core/src/kernel/accounts/keys/keys.ts'
import { NOON, type TestContext, testContext } from '../support/context.ts'
import { runUntil } from '../support/run-until.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Hours at a time: that the schedule looks twice a minute is tested elsewhere. */
const step = (ms: number) => (ms < 30_000 ? ms : 2 * HOUR)
const running = (context: TestContext, until: number) =>
  runUntil(until, dailyPrune(context), context, { step })

const setUp = async () => {
  const backend = memory()
  const context = testContext({ backend })
  await issueKey({ tier: 'pro', label: 'ended', expiresInMs: 1 }, context)
  await issueKey({ tier: 'pro', label: 'a year', expiresInMs: 365 * DAY }, context)
  const labels = async () => (await createKeys(context).list()).map(({ label }) => label).sort()
  return { backend, context, labels }
}

const runs = ({ events }: ReturnType<typeof testContext>) =>
  events.filter((event) => event.type === 'job' && event.job === 'key_prune' && event.ok).length

test('a server forgets once a day what has ended for 30 days', async () => {
  const { context, labels } = await setUp()
  await running(context, NOON + 29 * DAY)
  expect(await labels()).toEqual(['a year', 'ended'])
  await running(context, NOON + 33 * DAY)
  expect(await labels()).toEqual(['a year'])
  // From the seventh day on, when the clock is believed.
  expect(runs(context)).toBeGreaterThanOrEqual(24)
  expect(runs(context)).toBeLessThanOrEqual(27)
  expect(context.errors).toEqual([])
})

test('of several servers one does it a day, also when they are started anew', async () => {
  const { backend, context } = await setUp()
  const other = testContext({ backend, time: context.time })
  for (let day = 0; day < 20; day += 1) {
    await running(day % 2 ? context : other, NOON + (day + 1) * DAY)
  }
  expect(runs(context) + runs(other)).toBeGreaterThanOrEqual(10)
  expect(runs(context) + runs(other)).toBeLessThanOrEqual(14)
})

test.each([400, 3_650])(
  'a clock that is %i days ahead ends no key, and is forgotten once it is right',
  async (days) => {
    const { context, labels } = await setUp()
    await running(context, NOON + 10 * DAY)
    context.time.at += days * DAY
    await running(context, context.time.at + 6 * DAY)
    expect(await labels()).toEqual(['a year', 'ended'])
    context.time.at = NOON + 16 * DAY
    await running(context, NOON + 45 * DAY)
    expect(await labels()).toEqual(['a year'])
  },
)
