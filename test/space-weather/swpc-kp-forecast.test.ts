import { describe, expect, test } from 'vitest'
import {
  kpForecast,
  kpForecastTable,
} from '../../packages/core/src/features/space-weather/kp/swpc-kp-forecast.ts'
import { ShapeError } from '../../packages/core/src/kernel/upstreams/parse/shape.ts'
import { json } from '../fixtures/bodies.ts'
import { capture, hasCaptures } from '../fixtures/captures.ts'
import { forecastRow, threeDayForecast } from '../fixtures/swpc.ts'
import { parseRows } from '../support/parse-rows.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const at = (text: string) => Date.parse(text)
const ISSUED = at('2026-11-22T12:30:00Z')
const NOW = ISSUED + HOUR
const parse = (body: string, now = NOW) => kpForecast.parse(body, now)
const good = threeDayForecast(ISSUED)

describe('the 3-day forecast', () => {
  test('has its time of issue and 24 windows, ascending, with the marks of NOAA', () => {
    const { issuedAt, asOf, windows } = parse(good)
    expect([issuedAt, asOf]).toEqual([ISSUED, ISSUED])
    const first = at('2026-11-22T00:00:00Z')
    expect(windows.map((window) => window.at)).toEqual(
      Array.from({ length: 24 }, (_, i) => first + 3 * i * HOUR),
    )
    expect(windows[0]).toEqual({ at: first, kp: 2.33, gScale: null })
    expect(windows[11]).toEqual({ at: at('2026-11-23T09:00:00Z'), kp: 5, gScale: 'G1' })
    expect(windows[23]).toEqual({ at: at('2026-11-24T21:00:00Z'), kp: 1.67, gScale: null })
  })

  test('keeps each mark where it is, also where our own scale is another', () => {
    const row = '00-03UT       9.00 (G5)    8.67 (G4)    6.67 (G3)'
    const { windows } = parse(good.replace(/00-03UT.*/, row))
    expect([0, 8, 16].map((i) => [windows[i]?.kp, windows[i]?.gScale])).toEqual([
      [9, 'G5'],
      [8.67, 'G4'],
      [6.67, 'G3'],
    ])
  })

  test.each([
    ['2026-12-30T12:30:00Z', 'Dec 30-Jan 01 2027', '2027-01-01'],
    ['2026-12-31T00:30:00Z', 'Dec 31-Jan 02 2027', '2027-01-02'],
    ['2027-01-01T00:30:00Z', 'Jan 01-Jan 03 2027', '2027-01-03'],
    ['2028-02-28T12:30:00Z', 'Feb 28-Mar 01 2028', '2028-03-01'],
  ])('issued at %s is of %s', (issued, period, lastDay) => {
    const body = threeDayForecast(at(issued))
    expect(body).toContain(`breakdown ${period}\n`)
    const { windows } = parse(body, at(issued) + HOUR)
    expect(windows[0]?.at).toBe(at(issued.slice(0, 10)))
    expect(windows.at(-1)?.at).toBe(at(`${lastDay}T21:00:00Z`))
  })

  test('may name the year of its first day', () => {
    const issued = at('2026-12-31T12:30:00Z')
    const body = threeDayForecast(issued).replace('Jan 02 2027', 'Jan 02 2026')
    expect(parse(body, issued).windows.at(-1)?.at).toBe(at('2027-01-02T21:00:00Z'))
  })

  test('may begin on the day after its issue, across the turn of the year, too', () => {
    const issued = at('2026-12-31T22:05:00Z')
    const { windows } = parse(threeDayForecast(issued, undefined, issued + DAY), issued)
    expect(windows[0]?.at).toBe(at('2027-01-01T00:00:00Z'))
  })

  test('may have line breaks of Windows, no colon before Issued, and sections after the table', () => {
    const rest = 'Rationale: quiet.\n\nB. NOAA Solar Radiation Activity\n\nS1 or greater   1%     1%     1%\n'
    const whole = `${good}\n${rest}`
    const expected = parse(good)
    expect(parse(whole)).toEqual(expected)
    expect(parse(whole.replaceAll('\n', '\r\n'))).toEqual(expected)
    expect(parse(whole.replace(':Issued', 'Issued'))).toEqual(expected)
  })

  const ROW = /03-06UT.*\n/
  test.each([
    ['no time of issue', /:Issued.*\n/, '', 'Issued is missing'],
    ['a time of issue without UTC', '1230 UTC', '1230', 'Issued has no usable value'],
    ['a day that does not exist', 'Issued: 2026 Nov 22', 'Issued: 2026 Nov 31', 'Issued has no usable value'],
    ['an hour that does not exist', '1230 UTC', '2430 UTC', 'Issued has no usable value'],
    ['a month in another language', 'Issued: 2026 Nov', 'Issued: 2026 Okt', 'Issued has no usable value'],
    ['no table', /NOAA Kp.*\n/, '', 'NOAA Kp index breakdown is missing'],
    ['a title of other days', 'Nov 22-Nov 24', 'Nov 22-Nov 25', 'has no usable dates'],
    ['a title of another year', 'Nov 24 2026', 'Nov 24 2025', 'has no usable dates'],
    ['columns of other days', /Nov 23 {2,}Nov 24/, 'Nov 24       Nov 25', 'has no usable dates'],
    ['two columns', /Nov 23 {2,}Nov 24/, 'Nov 23', 'has no usable dates'],
  ] as const)('with %s is refused', (_, what, by, message) => {
    const bad = good.replace(what, by)
    expect(bad).not.toBe(good)
    expect(() => parse(bad)).toThrow(ShapeError)
    expect(() => parse(bad)).toThrow(message)
  })

  test.each([
    ['a row less', ROW, '', '03-06UT is missing'],
    ['a row twice', '06-09UT', '03-06UT', '06-09UT is missing'],
    ['a row of two values', ROW, '03-06UT   2.33   3.00\n', '03-06UT has no usable value'],
    ['a row of four values', ROW, '03-06UT   2.33   3.00   3.00   3.00\n', '03-06UT has no usable value'],
    ['Kp above 9', ROW, '03-06UT   2.33   9.33 (G5)   3.00\n', '03-06UT has no usable value'],
    ['Kp below 0', ROW, '03-06UT   2.33   -1.00   3.00\n', '03-06UT has no usable value'],
    ['Kp of no number', ROW, '03-06UT   2.33   N/A   3.00\n', '03-06UT has no usable value'],
    ['a scale that does not exist', '(G1)', '(G6)', '09-12UT has no usable value'],
    ['a mark that is not closed', '(G1)', '(G1 ', '09-12UT has no usable value'],
  ] as const)('with %s is without that window of its days', (_, what, by, message) => {
    const { value, unusable, reasons } = parseRows(kpForecast, good.replace(what, by), NOW)
    expect([value.windows.length, unusable]).toEqual([21, 1])
    expect(reasons[0]).toMatch(new RegExp(`^row \\d: ${message}$`))
    expect(value.windows.map((window) => window.at)).toEqual(value.windows.map((window) => window.at).sort())
  })

  test('of days before or long after its issue is refused', () => {
    for (const days of [-1, 2, 365])
      expect(() => parse(threeDayForecast(ISSUED, undefined, ISSUED + days * DAY))).toThrow('no usable dates')
  })

  test('issued more than an hour ahead of our clock is refused', () => {
    expect(parse(good, ISSUED - HOUR).issuedAt).toBe(ISSUED)
    expect(() => parse(good, ISSUED - HOUR - 1)).toThrow('Issued has no usable value')
  })

  test('cut anywhere is refused', () => {
    for (let end = 0; end < good.length; end += 1) expect(() => parse(good.slice(0, end))).toThrow(ShapeError)
  })

  test('falls back to the table after 36 hours', () => {
    expect(kpForecast.fallback).toBe(kpForecastTable)
    expect(3 * kpForecast.cadenceMs).toBe(36 * HOUR)
  })
})

describe('the table of Kp', () => {
  const table = (...rows: unknown[]) => kpForecastTable.parse(json(rows), NOW)
  const observed = forecastRow('2026-11-22T09:00:00', 3, 'observed')

  test('has what is estimated and predicted, without a time of issue', () => {
    const rows = [
      observed,
      forecastRow('2026-11-22T15:00:00', 4, 'estimated'),
      forecastRow('2026-11-23T03:00:00', 5.67, 'predicted', 'G2'),
      forecastRow('2026-11-23T00:00:00', 4.33, 'predicted'),
    ]
    expect(table(...rows)).toEqual({
      issuedAt: null,
      text: null,
      asOf: at('2026-11-22T09:00:00Z'),
      windows: [
        { at: at('2026-11-22T15:00:00Z'), kp: 4, gScale: null },
        { at: at('2026-11-23T00:00:00Z'), kp: 4.33, gScale: null },
        { at: at('2026-11-23T03:00:00Z'), kp: 5.67, gScale: 'G2' },
      ],
    })
  })

  test('is parsed from arrays below a header row', () => {
    const { windows } = table(
      ['time_tag', 'kp', 'observed', 'noaa_scale'],
      ['2026-11-22 09:00:00', '3.00', 'observed', null],
      ['2026-11-23 00:00:00', '4.67', 'predicted', 'G1'],
    )
    expect(windows).toEqual([{ at: at('2026-11-23T00:00:00Z'), kp: 4.67, gScale: 'G1' }])
  })

  test('drops impossible values, other instants than starts of windows, repetitions and the far future', () => {
    const { windows } = table(
      observed,
      forecastRow('2026-11-23T00:00:00', 4, 'predicted', 'G9'),
      forecastRow('2026-11-23T00:00:00', 8, 'predicted'),
      forecastRow('2026-11-23T03:00:00', 9.1, 'predicted'),
      forecastRow('2026-11-23T06:00:00', null, 'predicted'),
      forecastRow('2026-11-23T07:00:00', 5, 'predicted'),
      forecastRow('2026-11-27T00:00:00', 5, 'predicted'),
      forecastRow('2026-11-22T06:00:00', 5, 'predicted'),
    )
    expect(windows).toEqual([{ at: at('2026-11-23T00:00:00Z'), kp: 4, gScale: null }])
  })

  test('without a prediction, or without an observation that tells how new it is, is refused', () => {
    expect(() => table(observed)).toThrow(ShapeError)
    expect(() => table(forecastRow('2026-11-23T00:00:00', 4, 'predicted'))).toThrow(ShapeError)
  })
})

describe.skipIf(!hasCaptures)('a captured table', () => {
  test.each([
    ['2026-08-01.json', '2026-08-01T07:47:00Z', '2026-08-01T03:00:00Z', '2026-08-02', [2, 5.67, 'G2']],
    [
      '2025-04-10.array-form.json',
      '2025-04-10T10:00:00Z',
      '2025-04-10T06:00:00Z',
      '2025-04-11',
      [6, 4, null],
    ],
  ] as const)(
    'of %s has the rest of the day as estimated, and 17 predicted windows from the next day on',
    (name, now, asOf, first, [i, kp, gScale]) => {
      const forecast = kpForecastTable.parse(capture(`swpc/noaa-planetary-k-index-forecast.${name}`), at(now))
      expect(forecast.asOf).toBe(at(asOf))
      const estimated = (at(first) - at(asOf)) / (3 * HOUR) - 1
      expect(estimated).toBeGreaterThanOrEqual(5)
      expect(forecast.windows.map((window) => window.at)).toEqual(
        Array.from({ length: estimated + 17 }, (_, n) => at(asOf) + 3 * (n + 1) * HOUR),
      )
      expect(forecast.windows[estimated + i]).toMatchObject({ kp, gScale })
    },
  )
})
