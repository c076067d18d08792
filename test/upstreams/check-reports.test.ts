import { memory } from '@space-data/core'
import { expect, test } from 'vitest'
import { CheckReports } from '../../packages/core/src/features/upstream-check/check-reports.ts'
import { NOON, testContext } from '../support/context.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const report = (startedAt: number) => ({ startedAt, finishedAt: startedAt + MINUTE, upstreams: [] })

test('listYear returns the reports of a year, ascending; last returns the newest', async () => {
  const { checkReports, time } = testContext()
  expect([
    await checkReports.listYear(),
    await checkReports.last(),
    await checkReports.lastEndedAt(),
  ]).toEqual([[], undefined, null])
  for (let week = 0; week < 60; week += 1) {
    await checkReports.put(report(time.at))
    time.at += 7 * DAY
  }
  const reports = await checkReports.listYear()
  expect(reports).toHaveLength(52)
  expect(reports.every(({ finishedAt }) => finishedAt > time.at - 365 * DAY)).toBe(true)
  expect(reports.map(({ startedAt }) => startedAt)).toEqual(
    reports.map(({ startedAt }) => startedAt).sort((a, b) => a - b),
  )
  expect((await checkReports.last())?.startedAt).toBe(time.at - 7 * DAY)
  expect(await checkReports.lastEndedAt()).toBe(time.at - 7 * DAY + MINUTE)
})

test('the oldest of more than 100 reports of a month are deleted', async () => {
  const { checkReports, time, store } = testContext()
  for (let i = 0; i < 110; i += 1) {
    await checkReports.put(report(time.at))
    time.at += 10 * MINUTE
  }
  expect(await checkReports.listYear()).toHaveLength(100)
  expect(await store.keys('check:')).toEqual(['check::2026-11'])
  expect((await checkReports.listYear())[0]?.startedAt).toBe(NOON + 100 * MINUTE)
})

test('the reports of a month expire a year after its end', async () => {
  const backend = memory()
  const { checkReports } = testContext({ backend })
  await checkReports.put(report(NOON))
  const kept: unknown = await backend.adapter.get('check::2026-11')
  const { expires } = JSON.parse(String(kept)) as { expires: number }
  const toEndOfMonth = Date.parse('2026-12-01') - NOON
  expect(Math.abs(expires - Date.now() - toEndOfMonth - 365 * DAY)).toBeLessThan(MINUTE)
})

test('a report outlives a later one of its month by no instant: each is listed for 365 days', async () => {
  const { checkReports, time } = testContext()
  for (const at of [NOON, NOON + DAY]) await checkReports.put(report(at))
  time.at = NOON + MINUTE + 365 * DAY
  expect(await checkReports.listYear()).toEqual([report(NOON + DAY)])
  time.at += DAY
  expect([await checkReports.listYear(), await checkReports.last()]).toEqual([[], undefined])
})

test('check reports of different origins are separate', async () => {
  const { checkReports, store, now } = testContext()
  await checkReports.put(report(NOON))
  expect(await new CheckReports(store, '(sample)', now).listYear()).toEqual([])
})
