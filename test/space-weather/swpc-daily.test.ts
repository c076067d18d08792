import { describe, expect, test } from 'vitest'
import * as electrons from '../../packages/core/src/features/space-weather/goes/electrons.ts'
import { electronFlux } from '../../packages/core/src/features/space-weather/goes/swpc-goes.ts'
import * as aIndex from '../../packages/core/src/features/space-weather/kp/a-index.ts'
import { geophysicalAlert } from '../../packages/core/src/features/space-weather/kp/swpc-wwv.ts'
import type { SeriesRow } from '../../packages/core/src/features/space-weather/series/series-declarations.ts'
import * as flux from '../../packages/core/src/features/space-weather/solar/flux.ts'
import * as sunspots from '../../packages/core/src/features/space-weather/solar/sunspots.ts'
import { dailySolarData } from '../../packages/core/src/features/space-weather/solar/swpc-daily-solar.ts'
import { radioFlux } from '../../packages/core/src/features/space-weather/solar/swpc-radio-flux.ts'
import { ShapeError } from '../../packages/core/src/kernel/upstreams/parse/shape.ts'
import type { Measured } from '../../packages/core/src/kernel/upstreams/upstream.ts'
import { json } from '../fixtures/bodies.ts'
import { capture, hasCaptures } from '../fixtures/captures.ts'
import { published } from '../fixtures/payload.ts'
import { dailySolar, electronRow, fluxRow, protonRow, wwv } from '../fixtures/swpc.ts'
import { fallbackOf } from '../support/fallback.ts'
import { parseRows } from '../support/parse-rows.ts'
import { testService } from '../support/service.ts'

const at = (text: string) => Date.parse(text)
const NOW = at('2026-11-22T12:30:00Z')
const source = 's'

/** What a feed gives of a body, with its history. */
function parsed<Value>(feed: Measured<Value>, body: string, now = NOW) {
  let history: readonly SeriesRow[] = []
  const value = feed.parse(body, now, {
    onHistory(rows) {
      history = rows
    },
  })
  return { value, history }
}

const refusal =
  <Value>(feed: Measured<Value>) =>
  (body: string) => {
    try {
      feed.parse(body, NOW)
    } catch (error) {
      return error instanceof ShapeError ? error.message : error
    }
    return 'accepted'
  }

describe('the radio flux', () => {
  const payloadOf = (body: string, now = NOW) =>
    published(flux.flux, flux.toRadioFluxData(radioFlux.parse(body, now), source))
  const rows = [
    fluxRow('2026-11-22T17:00:00', 199, 'Morning'),
    fluxRow('2026-11-20T20:00:00', 188),
    fluxRow('2026-11-21T22:00:00', 204, 'Afternoon'),
    fluxRow('2026-11-21T17:00:00', 197, 'Morning'),
    fluxRow('2026-11-21T20:00:00', 203),
  ]

  test('is the newest reading of noon, in whatever order the readings come', () => {
    const now = at('2026-11-22T18:00:00Z')
    const { value } = parsed(radioFlux, json(rows), now)
    expect(value).toMatchObject({ at: at('2026-11-21T20:00:00Z'), fluxSfu: 203, mean90DaySfu: 128 })
    expect(payloadOf(json(rows), now)).toEqual({
      flux_sfu: 203,
      mean_90_day_sfu: 128,
      readings: [
        { time: '2026-11-21T17:00:00.000Z', flux_sfu: 197, schedule: 'morning' },
        { time: '2026-11-21T20:00:00.000Z', flux_sfu: 203, schedule: 'noon' },
        { time: '2026-11-21T22:00:00.000Z', flux_sfu: 204, schedule: 'afternoon' },
        { time: '2026-11-22T17:00:00.000Z', flux_sfu: 199, schedule: 'morning' },
      ],
      as_of: '2026-11-21T20:00:00.000Z',
      source,
    })
  })

  test('has a history of readings of noon alone', () => {
    expect(parsed(radioFlux, json(rows)).history.map(({ at: time, values }) => [time, values])).toEqual([
      [at('2026-11-20T20:00:00Z'), { flux_sfu: 188, mean_90_day_sfu: 128 }],
      [at('2026-11-21T20:00:00Z'), { flux_sfu: 203, mean_90_day_sfu: 128 }],
    ])
  })

  test('has no mean where NOAA gives none', () => {
    expect(payloadOf(json([{ ...rows[4], ninety_day_mean: null }]))).toMatchObject({ mean_90_day_sfu: null })
  })

  test.each<[string, object, string]>([
    ['another frequency', { frequency: 1415 }, 'frequency has no usable value'],
    ['a flux of 0', { flux: 0 }, 'flux has no usable value'],
    ['a flux that is absent', { flux: undefined }, 'flux is missing'],
    ['a flux that is missing', { flux: -999 }, 'flux has no usable value'],
    ['another schedule', { reporting_schedule: 'noon' }, 'reporting_schedule has no usable value'],
    ['no reading of noon', { reporting_schedule: 'Morning' }, 'reporting_schedule has no usable value'],
    ['a mean that is no number', { ninety_day_mean: 'n/a' }, 'ninety_day_mean has no usable value'],
    ['a mean that is absent', { ninety_day_mean: undefined }, 'ninety_day_mean is missing'],
  ])('is refused with %s', (_, change, message) => {
    expect(refusal(radioFlux)(json([{ ...rows[4], ...change }]))).toBe(message)
  })

  test('of the summary has its instant, and no mean', () => {
    const summary = fallbackOf(radioFlux)
    const body = json([{ flux: 101, time_tag: '2026-11-21T20:00:00' }])
    const value = summary.parse(body, NOW) as typeof radioFlux extends Measured<infer V> ? V : never
    expect(published(flux.flux, flux.toRadioFluxData(value, source))).toEqual({
      flux_sfu: 101,
      mean_90_day_sfu: null,
      readings: [],
      as_of: '2026-11-21T20:00:00.000Z',
      source,
    })
    // As it was until 2026.
    expect(() => summary.parse(json({ Flux: '101', TimeStamp: '2026-11-21 20:00:00' }), NOW)).toThrow(
      'not an array of rows',
    )
  })
})

describe('the daily solar data', () => {
  const ROWS = [
    '  205     80      570      0    -999   B4.6   3  0  0  4  0  0  0',
    '  203    116      670      2    -999      *   7  1  0  4  0  0  0',
  ]
  const good = dailySolar(NOW, ROWS)
  const payloadOf = (body: string, now = NOW) =>
    published(sunspots.sunspots, sunspots.toSunspotsData(dailySolarData.parse(body, now), source))

  test('are of the newest day, with those before', () => {
    const newest = {
      day: '2026-11-21',
      sunspot_number: 116,
      sunspot_area_millionths: 670,
      new_regions: 2,
      flares_c: 7,
      flares_m: 1,
      flares_x: 0,
      flux_sfu: 203,
      xray_background: null,
    }
    const before = {
      day: '2026-11-20',
      sunspot_number: 80,
      sunspot_area_millionths: 570,
      new_regions: 0,
      flares_c: 3,
      flares_m: 0,
      flares_x: 0,
      flux_sfu: 205,
      xray_background: 'B4.6',
    }
    expect(payloadOf(good)).toEqual({
      ...newest,
      days: [before, newest],
      issued_at: '2026-11-22T12:30:00.000Z',
      as_of: '2026-11-22T00:00:00.000Z',
      source,
    })
  })

  test('of the sample have the X-ray background of most days', async () => {
    const { get } = await testService()
    const { days } = (await get('/v1/space-weather/sunspots')).json.data
    const classes = days.map((each: { xray_background: string | null }) => each.xray_background)
    expect(classes).toHaveLength(30)
    expect(classes.filter((each: string | null) => each === null).length).toBeLessThan(10)
    expect(classes.filter((each: string | null) => /^[BC]\d\.\d$/.test(each ?? '')).length).toBeGreaterThan(
      20,
    )
  })

  test('have null for -999 and *, and for nothing else', () => {
    const row = (cell: string) =>
      dailySolar(NOW, [`  ${cell} ${cell} ${cell} ${cell} -999 * ${cell} 1 0 4 0 0 0`])
    for (const cell of ['-999', '*'])
      expect(payloadOf(row(cell))).toMatchObject({
        sunspot_number: null,
        sunspot_area_millionths: null,
        new_regions: null,
        flares_c: null,
        flares_m: 1,
        flux_sfu: null,
      })
    for (const cell of ['-1', '-', 'n/a', '99999'])
      expect(refusal(dailySolarData)(row(cell))).toMatch(/usable/)
  })

  test('of a day that is not over are of the issue', () => {
    const today = good.replaceAll('2026 11 21', '2026 11 22').replaceAll('2026 11 20', '2026 11 21')
    expect(payloadOf(today)).toMatchObject({ day: '2026-11-22', as_of: '2026-11-22T12:30:00.000Z' })
  })

  test.each<[string, (body: string) => string, string]>([
    ['is not dated', (body) => body.replace(/:Issued.*\n/, ''), 'Issued is missing'],
    ['is of tomorrow', (body) => body.replace('22 Nov', '23 Nov'), 'Issued has no usable value'],
    ['has another order', (body) => body.replace('C  M  X', 'X  M  C'), 'the columns have changed'],
    ['has no days', (body) => body.replace(/^2026.*\n/gm, ''), 'there are no rows'],
    ['is cut', (body) => body.slice(0, -5), 'the list is truncated'],
  ])('are refused where the list %s', (_, edit, message) => {
    expect(refusal(dailySolarData)(edit(good))).toBe(message)
  })

  test.each<[string, (body: string) => string, string]>([
    ['has a column more', (body) => body.replace('670', '670 1'), 'a row has unexpected columns'],
    ['has a column less', (body) => body.replace('670', ''), 'a row has unexpected columns'],
    [
      'has a word in a row',
      (body) => body.replace('670', 'many'),
      'sunspot_area_millionths has no usable value',
    ],
    ['has half a spot', (body) => body.replace('116', '11.6'), 'sunspot_number has no usable value'],
    ['has another form of class', (body) => body.replace('B4.6', '4.6e-7'), 'background has no usable value'],
    ['has a day twice', (body) => body.replace('2026 11 21', '2026 11 20'), 'Date has no usable value'],
    ['has a day to come', (body) => body.replace('2026 11 21', '2026 11 23'), 'Date has no usable value'],
    ['has a day of long ago', (body) => body.replace('2026 11 20', '2025 11 20'), 'Date has no usable value'],
  ])('are without a row where it %s', (_, edit, message) => {
    const { value, unusable, reasons } = parseRows(dailySolarData, edit(good), NOW)
    expect([value.days.length, unusable]).toEqual([1, 1])
    expect(reasons).toEqual([expect.stringMatching(new RegExp(`^line 1[12]: ${message}$`))])
  })
})

describe('the geophysical alert message', () => {
  const good = wwv(at('2026-11-22T12:05:00Z'))
  const payloadOf = (body: string, now = NOW) =>
    published(aIndex.aIndex, aIndex.toAIndexData(geophysicalAlert.parse(body, now), source))

  test('has A and the flux of a day, and K of an instant', () => {
    expect(payloadOf(good)).toEqual({
      a_index: 20,
      day: '2026-11-21',
      flux_sfu: 126,
      kp: 2.67,
      kp_at: '2026-11-22T12:00:00.000Z',
      as_of: '2026-11-22T12:05:00.000Z',
      source,
    })
    expect(parsed(geophysicalAlert, good).history).toEqual([
      { at: at('2026-11-21T00:00:00Z'), values: { a_index: 20 }, instrument: null },
    ])
  })

  test('is of the year of its issue, or of the year before', () => {
    const issued = at('2027-01-01T00:05:00Z')
    const body = wwv(issued, [
      'Solar-terrestrial indices for 31 December follow.',
      'Solar flux 126 and estimated planetary A-index 0.',
      'The estimated planetary K-index at 0000 UTC on 01 January was 0.33.',
    ])
    expect(payloadOf(body, issued)).toMatchObject({
      day: '2026-12-31',
      a_index: 0,
      kp_at: '2027-01-01T00:00:00.000Z',
    })
  })

  test('in the evening is of the same day', () => {
    const evening = good.replace(' 1205 UTC', ' 2110 UTC').replace('for 21 Nov', 'for 22 Nov')
    expect(payloadOf(evening, at('2026-11-22T21:20:00Z'))).toMatchObject({ day: '2026-11-22' })
  })

  test('may be broken into other lines', () => {
    expect(payloadOf(good.replace('and estimated', 'and\nestimated'))).toMatchObject({ a_index: 20 })
  })

  test.each<[string, (body: string) => string, string]>([
    ['is not dated', (body) => body.replace(/:Issued.*\n/, ''), 'Issued is missing'],
    ['has no indices', (body) => body.replace(/^Solar-t.*\n/m, ''), 'Solar-terrestrial indices is missing'],
    [
      'has another sentence',
      (body) => body.replace('A-index 20', 'A-index of 20'),
      'Solar flux has no usable value',
    ],
    ['has no flux', (body) => body.replace('flux 126', 'flux n/a'), 'Solar flux has no usable value'],
    [
      'has the A index of Fredericksburg',
      (body) => body.replace('planetary A', 'mid-latitude A'),
      'Solar flux has no usable value',
    ],
    [
      'has an impossible A',
      (body) => body.replace('A-index 20', 'A-index 999'),
      'A-index has no usable value',
    ],
    ['has an impossible flux', (body) => body.replace('126', '0'), 'Solar flux has no usable value'],
    ['has an impossible K', (body) => body.replace('2.67', '9.67'), 'planetary K-index has no usable value'],
    ['has a K of two digits', (body) => body.replace('2.67', '26'), 'planetary K-index has no usable value'],
    [
      'has a K of tomorrow',
      (body) => body.replace('on 22 Nov', 'on 23 Nov'),
      'planetary K-index has no usable value',
    ],
    [
      'has a day of last week',
      (body) => body.replace('21 Nov', '14 Nov'),
      'Solar-terrestrial indices has no usable value',
    ],
    [
      'has no such day',
      (body) => body.replace('21 November', '31 November'),
      'Solar-terrestrial indices has no usable value',
    ],
    [
      'says it twice',
      (body) => `${body}Solar flux 127 and estimated planetary A-index 21.\n`,
      'Solar flux appears twice',
    ],
    ['is cut', (body) => body.slice(0, -5), 'the message is truncated'],
  ])('is refused where it %s', (_, edit, message) => {
    expect(refusal(geophysicalAlert)(edit(good))).toBe(message)
  })
})

describe('the electron flux', () => {
  test('is that of 2 MeV and above, and of nothing else', () => {
    const rows = [
      electronRow('2026-11-22T12:15:00Z', 900),
      electronRow('2026-11-22T12:20:00Z', 1234.5),
      protonRow('2026-11-22T12:25:00Z', 7, '>=0.8 MeV'),
    ]
    const value = electronFlux.parse(json(rows), NOW)
    expect(published(electrons.electrons, electrons.toElectronFluxData(value, source))).toEqual({
      flux_pfu: 1234.5,
      energy_min_mev: 2,
      satellite: 'GOES-18',
      as_of: '2026-11-22T12:20:00.000Z',
      source,
    })
    expect(refusal(electronFlux)(json(rows.slice(2)))).toBe('energy has no usable value')
  })
})

describe.skipIf(!hasCaptures)('captures', () => {
  test('of the radio flux: 41 days', () => {
    const { value, history } = parsed(
      radioFlux,
      capture('swpc/f107_cm_flux.2026-07-01.json'),
      at('2026-07-01T08:00:00Z'),
    )
    expect(published(flux.flux, flux.toRadioFluxData(value, source))).toMatchObject({
      flux_sfu: 203,
      mean_90_day_sfu: 128,
      readings: [{ flux_sfu: 197 }, { flux_sfu: 203 }, { flux_sfu: 204, schedule: 'afternoon' }],
      as_of: '2026-06-30T20:00:00.000Z',
    })
    expect(history).toHaveLength(41)
    expect(history[0]).toMatchObject({ at: at('2026-05-21T20:00:00Z') })
  })

  test('of the daily solar data: 30 days', () => {
    const { value, history } = parsed(
      dailySolarData,
      capture('swpc/daily-solar-indices.pysat.txt'),
      at('2023-11-01T15:00:00Z'),
    )
    expect(published(sunspots.sunspots, sunspots.toSunspotsData(value, source))).toMatchObject({
      day: '2023-10-31',
      sunspot_number: 116,
      sunspot_area_millionths: 670,
      new_regions: 2,
      flares_c: 7,
      flux_sfu: 147,
      xray_background: null,
      issued_at: '2023-11-01T14:25:00.000Z',
      as_of: '2023-11-01T00:00:00.000Z',
    })
    expect(history).toHaveLength(30)
    expect(history[1]?.values).toMatchObject({ sunspot_number: 150, flares_c: 14, flares_m: 0 })
  })

  test('of the geophysical alert message', () => {
    const now = at('2026-08-20T04:00:00Z')
    const value = geophysicalAlert.parse(capture('swpc/wwv.2026-08-20.txt'), now)
    expect(published(aIndex.aIndex, aIndex.toAIndexData(value, source))).toMatchObject({
      a_index: 20,
      day: '2026-08-19',
      flux_sfu: 126,
      kp: 2.67,
      kp_at: '2026-08-20T03:00:00.000Z',
    })
  })
})
