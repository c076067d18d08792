import { expect, test } from 'vitest'
import { memory } from '../../packages/core/src/backends/memory.ts'
import { CheckReports } from '../../packages/core/src/store/check-reports.ts'
import { NOON, testContext } from '../support/context.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const report = (began_at: number) => ({ began_at, ended_at: began_at + MINUTE, upstreams: [] })

test('gives the reports of a year, ascending, and the last of them', async () => {
  const { checkReports, time } = testContext()
  expect([await checkReports.ofYear(), await checkReports.last(), await checkReports.lastEndedAt()]).toEqual([
    [],
    undefined,
    null,
  ])
  for (let week = 0; week < 60; week += 1) {
    await checkReports.put(report(time.at))
    time.at += 7 * DAY
  }
  const reports = await checkReports.ofYear()
  expect(reports).toHaveLength(52)
  expect(reports.every(({ ended_at }) => ended_at > time.at - 365 * DAY)).toBe(true)
  expect(reports.map(({ began_at }) => began_at)).toEqual(
    reports.map(({ began_at }) => began_at).sort((a, b) => a - b),
  )
  expect((await checkReports.last())?.began_at).toBe(time.at - 7 * DAY)
  expect(await checkReports.lastEndedAt()).toBe(time.at - 7 * DAY + MINUTE)
})

test('of more than 400 in a year the oldest are deleted', async () => {
  const { checkReports, time, store } = testContext()
  for (let i = 0; i < 410; i += 1) {
    await checkReports.put(report(time.at))
    time.at += 10 * MINUTE
  }
  expect(await checkReports.ofYear()).toHaveLength(400)
  expect(await store.keys('check:')).toHaveLength(401)
  expect((await checkReports.ofYear())[0]?.began_at).toBe(NOON + 100 * MINUTE)
})

test('a report and the index expire a year after they were written', async () => {
  const backend = memory()
  const { checkReports } = testContext({ backend })
  await checkReports.put(report(NOON))
  const kept: unknown = await backend.adapter.get(`check::${new Date(NOON).toISOString()}`)
  const { expires } = JSON.parse(String(kept)) as { expires: number }
  expect(Math.abs(expires - Date.now() - 365 * DAY)).toBeLessThan(DAY)
  const index = JSON.parse(String(await backend.adapter.get('check::index'))) as { expires: number }
  expect(index.expires).toBeGreaterThanOrEqual(expires)
})

test('another set of origins has reports of its own', async () => {
  const { checkReports, store, now } = testContext()
  await checkReports.put(report(NOON))
  expect(await new CheckReports(store, '(sample)', now).ofYear()).toEqual([])
})
