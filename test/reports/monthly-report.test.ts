import { memory } from '@space-data/core'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { keptReports } from '../../packages/core/src/features/reports/kept-reports.ts'
import { makeReport } from '../../packages/core/src/features/reports/make-report.ts'
import { monthlyReport } from '../../packages/core/src/features/reports/monthly-report.ts'
import { type TestContext, testContext } from '../support/context.ts'
import { keepDays, madeUpDay } from '../support/made-up-month.ts'
import { runUntil } from '../support/run-until.ts'

const HOUR = 3_600_000
const NOVEMBER = ['2026-11-01', '2026-11-30'].map((day) => madeUpDay(day, () => [10, 1, 5, 0]))

afterEach(() => vi.restoreAllMocks())

const step = (ms: number) => (ms < 30_000 ? ms : HOUR / 4)
const running = (context: TestContext, until: number) =>
  runUntil(until, monthlyReport(context), context, { step })

const at = (instant: string) => ({ at: Date.parse(instant) })

describe('the report of November', () => {
  test('is made on the 1st of December, at noon if that night has no run', async () => {
    keepDays(NOVEMBER)
    const context = testContext({ time: at('2026-11-30T20:00:00Z') })
    await running(context, Date.parse('2026-12-01T11:45:00Z'))
    expect(await keptReports(context).list()).toEqual([])
    await running(context, Date.parse('2026-12-01T14:00:00Z'))
    expect(await keptReports(context).list()).toMatchObject([
      { month: '2026-11', revisions: [{ revision: 1 }] },
    ])
    expect(context.errors).toEqual([])
  })

  test('is made later in December by the first of two servers that starts, once', async () => {
    keepDays(NOVEMBER)
    const backend = memory()
    const one = testContext({ backend, time: at('2026-12-20T08:00:00Z') })
    const other = testContext({ backend, time: one.time })
    await running(one, one.time.at + 2 * HOUR)
    await running(other, one.time.at + 48 * HOUR)
    expect((await keptReports(one).list())[0]?.revisions).toHaveLength(1)
    const ended = [...one.events, ...other.events].filter((event) => event.type === 'job')
    expect(ended).toEqual([expect.objectContaining({ job: 'report', ok: true })])
  })

  test('is no failed job, and not tried again and again, where no day has a run', async () => {
    keepDays([])
    const context = testContext({ time: at('2026-12-03T00:00:00Z') })
    await running(context, context.time.at + 72 * HOUR)
    expect(context.events.filter((event) => event.type === 'job')).toEqual([])
    expect(context.errors).toEqual([])
  })

  test('cannot be made before the month has ended, except as a preview that is not kept', async () => {
    keepDays(NOVEMBER.slice(0, 1))
    const context = testContext({ time: at('2026-11-10T12:00:00Z') })
    await expect(makeReport(context, { month: '2026-11' })).rejects.toThrow('2026-11 has not ended')
    const { report, isNew } = await makeReport(context, { month: '2026-11', preview: true })
    expect(report).toMatchObject({ month: '2026-11', days_with_data: 1, last_day: '2026-11-01' })
    expect(report.missing_days.at(-1)).toBe('2026-11-10')
    expect(isNew).toBe(false)
    expect(await keptReports(context).list()).toEqual([])
  })

  test('is refused for what is no month', async () => {
    const context = testContext({ time: at('2026-12-03T00:00:00Z') })
    await expect(makeReport(context, { month: '2026-13' })).rejects.toThrow('month: a month such as 2026-11')
  })
})
