import { join } from 'node:path'
import type { StoreBackend } from '@space-data/core'
import { describe, expect, test } from 'vitest'
import { sqlite } from '../../packages/core/src/adapters/sqlite/index.ts'
import {
  type ForecastIssue,
  forecastKind,
} from '../../packages/core/src/features/space-weather/forecast/kept-forecasts.ts'
import { KeptIssues } from '../../packages/core/src/features/space-weather/forecast/kept-issues.ts'
import { temporaryFolder } from '../storage/temporary-sqlite.ts'
import { NOON, testContext } from '../support/context.ts'
import { faultyBackend } from '../support/faulty-backend.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const issueOf = (issuedAt: number, kp = 3): ForecastIssue => ({
  issuedAt,
  source: 'NOAA SWPC 3-day forecast',
  windows: [
    { at: issuedAt, kp, gScale: null },
    { at: issuedAt + 3 * HOUR, kp: 5, gScale: 'G1' },
  ],
})
const EARLY = Date.parse('2026-11-21T00:30:00Z')

test('the newest issue from before an instant is found, to the millisecond', async () => {
  const {
    spaceWeather: { keptForecasts },
  } = testContext()
  const issues = [-3, -1, 0].map((days) => issueOf(EARLY + days * DAY))
  for (const issue of issues.toReversed()) await keptForecasts.keep(issue)
  const [first, second, third] = issues
  const earlierThan = (at: number) => keptForecasts.newestBefore(at)
  expect(await earlierThan(Number.MAX_SAFE_INTEGER)).toEqual(third)
  expect(await earlierThan(EARLY + 1)).toEqual(third)
  expect(await earlierThan(EARLY)).toEqual(second)
  expect(await earlierThan(EARLY - DAY)).toEqual(first)
  expect(await earlierThan(EARLY - 3 * DAY + 1)).toEqual(first)
  expect(await earlierThan(EARLY - 3 * DAY)).toBeUndefined()
  expect(await earlierThan(0)).toBeUndefined()
})

test('an issue is written once and never changes', async () => {
  const faulty = faultyBackend()
  const {
    spaceWeather: { keptForecasts },
  } = testContext({ backend: faulty.backend })
  await keptForecasts.keep(issueOf(EARLY, 3))
  await keptForecasts.keep(issueOf(EARLY, 3))
  await keptForecasts.keep(issueOf(EARLY, 8))
  expect(faulty.calls.compareAndSwap).toBe(1)
  expect((await keptForecasts.newestBefore(NOON))?.windows[0]?.kp).toBe(3)
})

test('a day has two dozen issues at most, so that a provider gone mad does not fill the store', async () => {
  const {
    spaceWeather: { keptForecasts },
  } = testContext()
  for (let i = 0; i < 40; i += 1) await keptForecasts.keep(issueOf(EARLY + i))
  expect((await keptForecasts.newestBefore(NOON))?.issuedAt).toBe(EARLY + 23)
})

test('an issue is kept for 365 days after its day, however long ago it is looked for', async () => {
  const context = testContext()
  await context.spaceWeather.keptForecasts.keep(issueOf(EARLY))
  const end = Date.parse('2026-11-22T00:00:00Z') + 365 * DAY
  context.time.at = end - 1
  const fresh = () => new KeptIssues(forecastKind, context.store, '', context.now)
  expect((await fresh().newestBefore(end))?.issuedAt).toBe(EARLY)
  context.time.at = end
  expect(await fresh().newestBefore(end)).toBeUndefined()
  await context.spaceWeather.keptForecasts.keep(issueOf(EARLY))
  expect(await fresh().newestBefore(end)).toBeUndefined()
})

test('a search for what is not kept reads each day of the past once', async () => {
  const faulty = faultyBackend()
  const {
    spaceWeather: { keptForecasts },
  } = testContext({ backend: faulty.backend })
  await keptForecasts.newestBefore(NOON)
  const { getAtomic } = faulty.calls
  expect(getAtomic).toBeGreaterThan(365)
  for (let i = 0; i < 100; i += 1) await keptForecasts.newestBefore(NOON - i)
  expect(faulty.calls.getAtomic - getAtomic).toBeLessThanOrEqual(300)
})

test('sets of origins are kept apart', async () => {
  const context = testContext()
  await context.spaceWeather.keptForecasts.keep(issueOf(EARLY))
  const sample = new KeptIssues(forecastKind, context.store, '(sample)', context.now)
  expect(await sample.newestBefore(NOON)).toBeUndefined()
})

describe('two processes on one SQLite file', () => {
  async function two() {
    const folder = temporaryFolder()
    const open = (): Promise<StoreBackend> => sqlite(join(folder.path, 'space-data.sqlite'))
    const [one, other] = [await open(), await open()].map((backend) => testContext({ backend }))
    if (!one || !other) throw new Error('no processes')
    return {
      one,
      other,
      async [Symbol.asyncDispose]() {
        await Promise.all([one.store.close(), other.store.close()])
        folder[Symbol.dispose]()
      },
    }
  }

  test('that keep the same issue at once have it once', async () => {
    await using processes = await two()
    const { one, other } = processes
    await Promise.all(
      [one, other].map(({ spaceWeather: { keptForecasts } }) => keptForecasts.keep(issueOf(EARLY))),
    )
    const until = Date.parse('2026-11-22T00:00:00Z') + 365 * DAY
    const stored = await one.store.atomic.get('forecast::2026-11-21', one.now(), until)
    expect(JSON.parse(stored)).toHaveLength(1)
    expect(await other.spaceWeather.keptForecasts.newestBefore(NOON)).toEqual(issueOf(EARLY))
  })

  test('that keep different issues of one day at once lose none', async () => {
    await using processes = await two()
    const issues = Array.from({ length: 20 }, (_, i) => issueOf(EARLY + i * 60_000))
    await Promise.all(
      issues.map((issue, i) =>
        (i % 2 ? processes.one : processes.other).spaceWeather.keptForecasts.keep(issue),
      ),
    )
    for (const { issuedAt } of issues) {
      const found = await processes.one.spaceWeather.keptForecasts.newestBefore(issuedAt + 1)
      expect(found?.issuedAt).toBe(issuedAt)
    }
  })

  test('read what the other has kept, also on a day that they have looked at before', async () => {
    await using processes = await two()
    const { one, other } = processes
    expect(await one.spaceWeather.keptForecasts.newestBefore(NOON)).toBeUndefined()
    await other.spaceWeather.keptForecasts.keep(issueOf(EARLY))
    expect(await one.spaceWeather.keptForecasts.newestBefore(NOON)).toEqual(issueOf(EARLY))
  })
})
