import { memory, type StoreBackend } from '@space-data/core'
import { expect, test } from 'vitest'
import { openStore } from '../../packages/core/src/kernel/storage/store.ts'
import { stoppedClock, testService } from '../support/service.ts'
import { catalogueOf, quickPool } from './night/support.ts'

const DAY = 86_400_000
const NIGHT = Date.parse('2026-11-21T03:17:00Z')

async function service(store: StoreBackend = memory()) {
  const clock = stoppedClock(NIGHT)
  const made = await testService({ store }, clock)
  const { key } = await made.spaceData.keys.issue({ tier: 'shell_basic', label: 'test' })
  const run = (count: number, first = 150) =>
    made.spaceData.jobs.shells.run({
      catalogue: catalogueOf(count, first, clock.now().getTime()),
      pool: () => quickPool(),
    })
  const get = (path: string) => made.ask('GET', path, { 'x-api-key': key })
  const history = async (query = '') => (await get(`/shell/history?alt=785${query}`)).json
  return { ...made, run, get, history, store }
}

test('each day has the figures that were served on that day, to the last digit', async () => {
  const { run, get, history, clock } = await service()
  const served = []
  for (const count of [1_860, 1_900, 1_500]) {
    await run(count)
    const { data } = (await get('/shell/density/785')).json
    const { objects_total, mean_density_per_km3, by_type, computed_at, bins } = data
    served.push({ objects_total, mean_density_per_km3, by_type, computed_at, bins })
    clock.advance(DAY)
  }
  const { data } = await history()
  expect([data.from, data.to, data.count]).toEqual(['2026-10-25', '2026-11-23', 3])
  expect(data.days.map(({ day }: { day: string }) => day)).toEqual(['2026-11-21', '2026-11-22', '2026-11-23'])
  for (const [i, day] of data.days.entries()) {
    const { bins, ...totals } = served[i] as (typeof served)[number]
    expect(day).toMatchObject(totals)
    const bands = Array.from({ length: 18 }, (_, row) =>
      bins
        .slice(row * 36, (row + 1) * 36)
        .reduce((sum: number, { objects }: { objects: number }) => sum + objects, 0),
    )
    expect(day.by_latitude).toEqual(bands)
  }
  expect(data.days.map(({ added_count }: { added_count: number }) => added_count)).toEqual([0, 40, 0])
  expect(data.days.map(({ removed_count }: { removed_count: number }) => removed_count)).toEqual([0, 0, 400])
})

test('earlier days come from their catalogues, and change neither the shells nor the figures of a run', async () => {
  const { run, get, history, spaceData } = await service()
  await run(1_900)
  const [before] = (await history()).data.days
  const shells = (await get('/shell/profile')).json.data
  const catalogues = [1_860, 1_800, 1_900].map((count, i) =>
    catalogueOf(count, 150, NIGHT - (2 - i) * DAY - 60_000),
  )
  const days = ['2026-11-19', '2026-11-20', '2026-11-21']
  for (let times = 0; times < 2; times += 1)
    expect(await spaceData.jobs.shells.addDays(catalogues, { pool: () => quickPool() })).toEqual(days)

  const { data } = await history('&to=2026-11-21')
  const figures = data.days.map((row: Record<string, unknown>) => [
    row['day'],
    row['added_count'],
    row['removed_count'],
  ])
  expect(figures).toEqual([
    ['2026-11-19', 0, 0],
    ['2026-11-20', 0, 60],
    ['2026-11-21', 100, 0],
  ])
  expect(data.days.at(-1)).toEqual({ ...before, added_count: 100 })
  expect((await get('/shell/profile')).json.data).toEqual(shells)
})

test('a period is of the days asked for; days without a run are absent', async () => {
  const { run, history, clock } = await service()
  await run(300)
  clock.advance(3 * DAY)
  await run(300)
  clock.advance(DAY)
  await run(300)
  const { data } = await history('&from=2026-11-22&to=2026-11-24')
  expect(data.days.map(({ day }: { day: string }) => day)).toEqual(['2026-11-24'])
  expect((await history('&to=2026-11-21')).data.count).toBe(1)
})

test('a second run of a day replaces its figures and adds its changes', async () => {
  const { run, history, clock } = await service()
  await run(300)
  clock.advance(DAY)
  // 450 to 452 are added, then 452 is removed again with 150.
  await run(303)
  clock.advance(3_600_000)
  await run(301, 151)
  const { data } = await history()
  expect(data.days.map(({ day }: { day: string }) => day)).toEqual(['2026-11-21', '2026-11-22'])
  expect(data.days[1]).toMatchObject({ added_count: 2, removed_count: 1, catalogue_objects: 301 })
})

/** Records in memory, of which those of the history cannot be written for a while. */
class FullRecords extends Map<string, unknown> {
  isFull = false

  override set(key: string, value: unknown): this {
    if (this.isFull && key.startsWith('shell-day:')) throw new RangeError('no space left')
    return super.set(key, value)
  }
}

test('a day that cannot be added to the history is served all the same, and added by the next run', async () => {
  const records = new FullRecords()
  const keys = async (prefix: string) => [...records.keys()].filter((key) => key.startsWith(prefix))
  const { run, history, clock, errors } = await service({ ...memory(), adapter: records, keys })
  const added = async () =>
    (await history()).data.days.map((row: { day: string; added_count: number }) => [
      row.day.slice(-2),
      row.added_count,
    ])
  await run(300)
  clock.advance(DAY)
  records.isFull = true
  await run(310)
  expect(errors).toHaveLength(1)
  const withDay = [
    ['21', 0],
    ['22', 10],
  ]
  expect(await added()).toEqual(withDay)
  records.isFull = false
  clock.advance(DAY)
  await run(330)
  expect(await added()).toEqual([...withDay, ['23', 20]])
})

test('the newest 400 days are kept, also after a night with a clock years ahead', async () => {
  const { run, store, clock } = await service()
  await run(10)
  const records = openStore(store)
  const daysKept = async () =>
    (await records.keys('shell-day:'))
      .map((key) => /(\d{4}-\d\d-\d\d)$/.exec(key)?.[1])
      .filter((day) => day !== undefined)
      .sort()
  const [first = ''] = await records.keys('shell-day:')
  const summary = await records.get(first)
  for (let i = 1; i <= 405; i += 1) {
    const day = new Date(NIGHT - i * DAY).toISOString().slice(0, 10)
    await records.set(first.replace('2026-11-21', day), summary)
  }
  clock.goTo('2031-01-01T03:17:00Z')
  await run(10)
  const kept = await daysKept()
  expect([kept.length, kept.at(0), kept.at(-1)]).toEqual([400, '2025-10-19', '2031-01-01'])
})

test.each([
  ['from=2026-11-23&to=2026-11-22', 'Invalid from: expected a day not after to.'],
  ['from=2025-01-01&to=2026-11-22', 'Invalid from: expected at most 400 days before to.'],
  ['from=yesterday', 'Invalid from: expected a UTC day such as 2026-10-23.'],
  ['to=2026-13-01', 'Invalid to: expected a UTC day such as 2026-11-21.'],
  ['alt=5000', 'Invalid alt: expected 150 to 2000.'],
])('%s is refused', async (query, message) => {
  const { run, get } = await service()
  await run(10)
  const { status, json } = await get(`/shell/history?${query.startsWith('alt') ? '' : 'alt=785&'}${query}`)
  expect([status, json.error, json.message]).toEqual([400, 'invalid_parameter', message])
})

test('is 404 before the first run, and 403 with the tiers named for others', async () => {
  const { get, ask, spaceData } = await service()
  expect((await get('/shell/history?alt=785')).json.error).toBe('shell_not_populated')
  const { key } = await spaceData.keys.issue({ tier: 'pro', label: 'test' })
  const { status, json } = await ask('GET', '/shell/history?alt=785', { 'x-api-key': key })
  expect([status, json.error]).toEqual([403, 'tier_required'])
  expect(json.message).toContain('shell_basic, shell_pro or enterprise')
})

test('the days are served three weeks after the last run, as stale; the last run itself is not', async () => {
  const { run, get, clock } = await service()
  await run(1_860)
  clock.advance(DAY)
  await run(1_900)
  clock.advance(21 * DAY)
  expect((await get('/shell/density/785')).status).toBe(503)
  const { status, json, headers } = await get('/shell/history?alt=785')
  expect(status).toBe(200)
  expect(json.data.days.map(({ day }: { day: string }) => day)).toEqual(['2026-11-21', '2026-11-22'])
  expect(json).toMatchObject({
    fetched_at: '2026-11-22T03:17:00.000Z',
    valid_until: '2026-11-23T03:17:00.000Z',
  })
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('cache-status')).toBe(`space-data; hit; ttl=${(-20 * DAY) / 1_000}`)
})
