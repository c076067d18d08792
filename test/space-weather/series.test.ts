import { memory } from '@space-data/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sourceOfRow } from '../../packages/core/src/features/space-weather/series/recorded-series.ts'
import { Series } from '../../packages/core/src/features/space-weather/series/series.ts'
import {
  mergeIntoDay,
  type SeriesDay,
} from '../../packages/core/src/features/space-weather/series/series-day.ts'
import {
  SERIES,
  type SeriesBody,
  type SeriesId,
  type SeriesRow,
} from '../../packages/core/src/features/space-weather/series/series-declarations.ts'
import { NOON, type TestContext, testContext } from '../support/context.ts'
import { faultyBackend } from '../support/faulty-backend.ts'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const MIDNIGHT = NOON - 12 * HOUR

const kp = (at: number, value: number) => ({ at, values: { kp: value }, instrument: null })
const kpBody = (rows: readonly SeriesRow<'kp'>[], fetchedAt = NOON): SeriesBody<'kp'> => ({
  feed: 'swpc-kp-1m',
  fetchedAt,
  rows,
})
const wind = (
  at: number,
  speed: number,
  density: number | null = 5,
  instrument: string | null = 'SOLAR1',
) => ({
  at,
  values: { speed_km_s: speed, density_per_cm3: density, temperature_k: 1e5 },
  instrument,
})

/** Another process on the same store. */
function another({ store, now, onError }: TestContext): Series {
  return new Series({ store, originsId: '', now, keepDays: 365, onError })
}

describe('what is recorded is read again', () => {
  test('every column, the feed and the instrument, a step apart, with null in gaps', async () => {
    const {
      spaceWeather: { series },
    } = testContext()
    const rows = [wind(NOON, 400.5), wind(NOON + 3 * MINUTE, 410, null, 'ACE')]
    await series.record('wind', { feed: 'swpc-wind-1m', fetchedAt: NOON, rows })
    expect(await series.read('wind', NOON - MINUTE, NOON + 4 * MINUTE)).toEqual({
      startMs: NOON - MINUTE,
      stepMs: MINUTE,
      length: 5,
      columns: {
        speed_km_s: [null, 400.5, null, null, 410],
        density_per_cm3: [null, 5, null, null, null],
        temperature_k: [null, 1e5, null, null, 1e5],
      },
      feeds: [null, 'swpc-wind-1m', null, null, 'swpc-wind-1m'],
      instruments: [null, 'SOLAR1', null, null, 'ACE'],
      fetchedAt: NOON,
    })
  })

  test('start is included, stop is not, and both may lie between two steps', async () => {
    const {
      spaceWeather: { series },
    } = testContext()
    await series.record('kp', kpBody([1, 2, 3, 4].map((i) => kp(NOON + i * MINUTE, i))))
    const read = async (from: number, to: number) =>
      (await series.read('kp', NOON + from * MINUTE, NOON + to * MINUTE)).columns.kp
    expect(await read(1, 4)).toEqual([1, 2, 3])
    expect(await read(1.5, 3.5)).toEqual([2, 3])
    expect(await read(4, 4)).toEqual([])
    expect(await read(4, 1)).toEqual([])
  })

  test('over midnights, with days that have nothing', async () => {
    const {
      spaceWeather: { series },
    } = testContext()
    const rows = [kp(MIDNIGHT - MINUTE, 1), kp(MIDNIGHT, 2), kp(MIDNIGHT + 2 * DAY, 3)]
    await series.record('kp', kpBody(rows))
    const span = await series.read('kp', MIDNIGHT - MINUTE, MIDNIGHT + 2 * DAY + MINUTE)
    expect(span.length).toBe(2 * 1_440 + 2)
    expect(span.columns.kp.slice(0, 3)).toEqual([1, 2, null])
    expect(span.columns.kp.at(-1)).toBe(3)
    expect(span.columns.kp.filter((value) => value !== null)).toHaveLength(3)
  })

  test('odd seconds belong to their minute, protons to five minutes, Kp to three hours', async () => {
    const {
      spaceWeather: { series },
    } = testContext()
    await series.record('kp', kpBody([kp(NOON + 2_000, 3)]))
    expect((await series.read('kp', NOON, NOON + MINUTE)).columns.kp).toEqual([3])
    const protons = { at: NOON + 5 * MINUTE, values: { flux_pfu: 0.2 }, instrument: 'GOES-18' }
    await series.record('proton', { feed: 'swpc-proton-primary', fetchedAt: NOON, rows: [protons] })
    expect((await series.read('proton', NOON, NOON + 10 * MINUTE)).columns.flux_pfu).toEqual([null, 0.2])
    await series.record('kp_3h', { feed: 'swpc-kp-3h', fetchedAt: NOON, rows: [kp(NOON - 3 * HOUR, 5)] })
    expect((await series.read('kp_3h', MIDNIGHT, NOON)).columns.kp).toEqual([null, null, null, 5])
  })
})

test('the last row at an instant or before is found, across midnight, but not if it is too old', async () => {
  const {
    spaceWeather: { series },
  } = testContext()
  await series.record('kp', kpBody([kp(MIDNIGHT - 2 * MINUTE, 1), kp(MIDNIGHT + 5 * MINUTE, 2)]))
  const last = async (minutes: number, maxAge: number) =>
    await series.lastAtOrBefore('kp', MIDNIGHT + minutes * MINUTE, maxAge * MINUTE)
  expect(await last(5, 1)).toEqual({ ...kp(MIDNIGHT + 5 * MINUTE, 2), feed: 'swpc-kp-1m', fetchedAt: NOON })
  expect(await last(4.9, 10)).toMatchObject({ values: { kp: 1 } })
  expect(await last(4, 6)).toMatchObject({ values: { kp: 1 } })
  expect(await last(4.1, 6)).toBeUndefined()
  expect(await last(3 * 1_440, 2 * 1_440)).toBeUndefined()
  expect(await last(3 * 1_440, 3 * 1_440)).toMatchObject({ values: { kp: 2 } })
})

describe('responses are merged', () => {
  const values = async (context: TestContext, ...minutes: number[]) =>
    (await context.spaceWeather.series.read('wind', NOON, NOON + HOUR)).columns.speed_km_s.filter((_, i) =>
      minutes.includes(i),
    )
  const recorded = async (...bodies: SeriesBody<'wind'>[]) => {
    const context = testContext()
    for (const body of bodies) await context.spaceWeather.series.record('wind', body)
    return context
  }
  const body = (fetchedAt: number, rows: SeriesRow<'wind'>[], feed = 'swpc-wind-1m') => ({
    feed,
    fetchedAt,
    rows,
  })

  test('by minute: a later response revises a minute, an earlier one only fills gaps', async () => {
    const late = body(NOON + 2 * HOUR, [wind(NOON, 500)])
    const early = body(NOON + HOUR, [wind(NOON, 400), wind(NOON + MINUTE, 410)])
    expect(await values(await recorded(early, late), 0, 1)).toEqual([500, 410])
    expect(await values(await recorded(late, early), 0, 1)).toEqual([500, 410])
  })

  test('within an hour the last one counts', async () => {
    const context = await recorded(body(NOON, [wind(NOON, 400)]), body(NOON + MINUTE, [wind(NOON, 401)]))
    expect(await values(context, 0)).toEqual([401])
  })

  test('a fallback only fills gaps, however late it is', async () => {
    const context = await recorded(
      body(NOON, [wind(NOON, 400.5)]),
      body(
        NOON + 5 * HOUR,
        [wind(NOON, 400, null, null), wind(NOON + MINUTE, 410, null, null)],
        'swpc-wind-summary',
      ),
    )
    expect(await values(context, 0, 1)).toEqual([400.5, 410])
    await context.spaceWeather.series.record('wind', body(NOON, [wind(NOON + MINUTE, 411)]))
    expect(await values(context, 0, 1)).toEqual([400.5, 411])
  })

  test('a minute is replaced as a whole: its values are of one instrument', async () => {
    const context = await recorded(
      body(NOON, [wind(NOON, 400, 7, 'ACE')]),
      body(NOON + HOUR, [wind(NOON, 390, null, 'SOLAR1')]),
    )
    expect(await context.spaceWeather.series.lastAtOrBefore('wind', NOON, MINUTE)).toMatchObject({
      values: { speed_km_s: 390, density_per_cm3: null },
      instrument: 'SOLAR1',
    })
  })

  test('in any order and however often, to the same day', () => {
    const slot = fc.integer({ min: 0, max: 40 })
    const rowsOf = fc.uniqueArray(
      fc.record({ slot, speed: fc.integer({ min: 300, max: 303 }), density: fc.option(fc.nat(2)) }),
      { selector: (row) => row.slot, maxLength: 30 },
    )
    const responses = fc.uniqueArray(
      fc.record({
        hour: fc.nat(6),
        feed: fc.constantFrom(...SERIES.wind.feeds),
        instrument: fc.constantFrom('ACE', 'SOLAR1', null),
        rows: rowsOf,
      }),
      { selector: ({ hour, feed }) => `${hour} ${feed}`, minLength: 1, maxLength: 8 },
    )
    const merged = (bodies: readonly SeriesBody<'wind'>[]) => {
      const initial: SeriesDay | undefined = undefined
      const day = bodies.reduce<SeriesDay | undefined>(
        (before, each) => mergeIntoDay('wind', before, MIDNIGHT, each),
        initial,
      )
      return day
    }
    const orders = responses.chain((given) =>
      fc.tuple(
        fc.constant(given),
        fc.shuffledSubarray([...given, ...given], {
          minLength: 2 * given.length,
          maxLength: 2 * given.length,
        }),
      ),
    )
    fc.assert(
      fc.property(orders, ([given, shuffled]) => {
        const bodyOf = ({ hour, feed, instrument, rows }: (typeof given)[number]): SeriesBody<'wind'> =>
          body(
            NOON + hour * HOUR,
            rows.map((row) => wind(MIDNIGHT + row.slot * MINUTE, row.speed, row.density, instrument)),
            feed,
          )
        expect(merged(shuffled.map(bodyOf))).toEqual(merged(given.map(bodyOf)))
      }),
    )
  })

  test('a response that has nothing new is not written', async () => {
    const faulty = faultyBackend()
    const {
      spaceWeather: { series },
    } = testContext({ backend: faulty.backend })
    await series.record('kp', kpBody([kp(NOON, 1), kp(MIDNIGHT - MINUTE, 2)]))
    expect(faulty.calls.set).toBe(2)
    await series.record('kp', kpBody([kp(NOON, 1)], NOON + MINUTE))
    expect(faulty.calls.set).toBe(2)
    await series.record('kp', kpBody([kp(NOON, 1), kp(NOON + MINUTE, 1)], NOON + MINUTE))
    expect(faulty.calls.set).toBe(3)
  })
})

describe('the store', () => {
  test('has a record for each series, day and origins, whose size is bounded', async () => {
    const context = testContext()
    const {
      spaceWeather: { series },
      store,
    } = context
    const rows = Array.from({ length: 1_440 }, (_, i) => ({
      ...wind(MIDNIGHT + i * MINUTE, 400 + (i % 999) / 10, 5.123),
      values: { speed_km_s: 400 + (i % 999) / 10, density_per_cm3: 5.12, temperature_k: 105_643 },
    }))
    for (let hour = 0; hour < 24; hour += 1) {
      const seen = rows.slice(0, hour * 60 + 60)
      await series.record('wind', { feed: 'swpc-wind-1m', fetchedAt: MIDNIGHT + hour * HOUR, rows: seen })
    }
    const record = await store.get('series::wind:2026-11-21')
    expect(JSON.stringify(record).length).toBeLessThan(32_000)
    expect(record).toMatchObject({
      runs: [['swpc-wind-1m', expect.any(Number), 'SOLAR1', 1_440, MIDNIGHT + 23 * HOUR]],
    })
    const elsewhere = new Series({ ...context, originsId: '(sample)', keepDays: 1 })
    expect((await elsewhere.read('wind', NOON, NOON + MINUTE)).feeds).toEqual([null])
  })

  test('keeps a day for as many days after its end as it is told, and records nothing older', async () => {
    const faulty = faultyBackend()
    const context = testContext({ backend: faulty.backend })
    const series = new Series({ ...context, originsId: '', keepDays: 2 })
    await series.record('kp', kpBody([kp(MIDNIGHT - 2 * DAY - MINUTE, 1)]))
    expect(faulty.calls.set).toBe(0)
    await series.record('kp', kpBody([kp(MIDNIGHT - DAY, 1)]))
    const [[, text] = ['', '']] = faulty.contents()
    expect(JSON.parse(text).expires - Date.now()).toBeGreaterThan(1.4 * DAY)
    expect(JSON.parse(text).expires - Date.now()).toBeLessThan(1.6 * DAY)
  })

  test('is asked once an hour for a day that no feed carries any more, and each time for others', async () => {
    const faulty = faultyBackend()
    const context = testContext({ backend: faulty.backend })
    await context.spaceWeather.series.record('kp', kpBody([kp(MIDNIGHT - 2 * DAY, 1), kp(MIDNIGHT - DAY, 2)]))
    const reads = async (start: number) => {
      const before = faulty.calls.get
      await context.spaceWeather.series.read('kp', start, start + DAY)
      return faulty.calls.get - before
    }
    expect([await reads(MIDNIGHT - DAY), await reads(MIDNIGHT - DAY)]).toEqual([1, 1])
    expect([await reads(MIDNIGHT - 2 * DAY), await reads(MIDNIGHT - 2 * DAY)]).toEqual([1, 0])
    await context.spaceWeather.series.record('kp', kpBody([kp(MIDNIGHT - 2 * DAY + MINUTE, 3)]))
    expect(await reads(MIDNIGHT - 2 * DAY)).toBe(1)
    context.time.at += HOUR
    expect(await reads(MIDNIGHT - 2 * DAY)).toBe(0)
    context.time.at += 1
    expect(await reads(MIDNIGHT - 2 * DAY)).toBe(1)
  })

  test('if it fails, that is reported, rejects no record, and is made up for by the next response', async () => {
    const faulty = faultyBackend()
    const context = testContext({ backend: faulty.backend })
    faulty.fault = 'throws'
    await context.spaceWeather.series.record('kp', kpBody([kp(NOON, 1)]))
    expect(context.errors).toHaveLength(1)
    await expect(context.spaceWeather.series.read('kp', NOON, NOON + 1)).rejects.toMatchObject({
      code: 'store_unavailable',
    })
    faulty.fault = 'none'
    context.time.at += 2_000
    await context.spaceWeather.series.record('kp', kpBody([kp(NOON, 1), kp(NOON + MINUTE, 2)]))
    expect((await context.spaceWeather.series.read('kp', NOON, NOON + 2 * MINUTE)).columns.kp).toEqual([1, 2])
  })

  test('shared by two processes that write at once has everything after the next response', async () => {
    const backend = memory()
    const context = testContext({ backend })
    const other = another(context)
    const all = [0, 1, 2, 3].map((i) => kp(NOON + i * MINUTE, i))
    await Promise.all([
      context.spaceWeather.series.record('kp', kpBody(all.slice(0, 2))),
      other.record('kp', kpBody(all.slice(1, 3))),
    ])
    await other.record('kp', kpBody(all))
    expect((await context.spaceWeather.series.read('kp', NOON, NOON + 4 * MINUTE)).columns.kp).toEqual([
      0, 1, 2, 3,
    ])
  })
})

test('steps divide a day, and no two series share a feed', () => {
  const ids = Object.keys(SERIES) as SeriesId[]
  for (const id of ids) expect(DAY % SERIES[id].stepMs).toBe(0)
  const feeds = ids.flatMap((id) => [...SERIES[id].feeds])
  expect(new Set(feeds).size).toBe(feeds.length)
})

test('the label of a row is that of its feed; a row of a mirror has the label already', () => {
  expect(sourceOfRow('mag', 'swpc-mag-summary', '(sample)')).toBe(
    'NOAA SWPC interplanetary magnetic field (summary) (sample)',
  )
  const label = 'NOAA SWPC propagated interplanetary magnetic field (7 days)'
  expect(sourceOfRow('mag', label, '(of the mirror)')).toBe(label)
})
