import { describe, expect, test } from 'vitest'
import { gfzKp, gfzKpOfQuarter } from '../../../packages/core/src/features/space-weather/kp/gfz-kp.ts'
import type { SeriesRow } from '../../../packages/core/src/features/space-weather/series/series-declarations.ts'
import { gfzKp as answerOf, type GfzWindow } from '../../fixtures/gfz.ts'
import { parseRows } from '../../support/parse-rows.ts'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const NOON = Date.parse('2026-11-21T12:00:00Z')
const NOW = NOON + 34 * MINUTE + 56_789
const good: readonly GfzWindow[] = [
  [NOON - 9 * HOUR, 0, 'def'],
  [NOON - 6 * HOUR, 2.667, 'def'],
  [NOON - 3 * HOUR, 5.333, 'pre'],
  [NOON, null, 'pre'],
]

const parse = (body: string) => gfzKp.parse(body, NOW)

describe('a request', () => {
  const spanOf = (target: string) => {
    const query = new URL(target, 'https://kp.gfz.de').searchParams
    return [query.get('start'), query.get('end'), query.get('index')]
  }

  test('is of the last three days by the hour, with Z and without fractions of seconds', () => {
    expect(gfzKp.target(undefined, NOW)).toBe(
      '/app/json/?start=2026-11-18T12:00:00Z&end=2026-11-21T12:00:00Z&index=Kp',
    )
  })

  test('for revisions goes back to the beginning of the month before the last', () => {
    for (let day = 0; day < 365; day += 1) {
      const at = NOW + day * DAY
      const [start] = spanOf(gfzKpOfQuarter.target(undefined, at))
      const date = new Date(at)
      const twoMonthsBack = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 2)
      expect(Date.parse(start ?? '')).toBeLessThanOrEqual(twoMonthsBack + DAY)
    }
    expect(gfzKpOfQuarter.id).toBe(gfzKp.id)
  })
})

describe('an answer', () => {
  test('gives the windows that have a value, each with its status', () => {
    expect(parse(answerOf(good))).toEqual({
      knownAt: NOW,
      windows: [
        { at: NOON - 9 * HOUR, kp: 0, isDefinitive: true },
        { at: NOON - 6 * HOUR, kp: 2.667, isDefinitive: true },
        { at: NOON - 3 * HOUR, kp: 5.333, isDefinitive: false },
      ],
    })
  })

  test('has as history the values with 1 while they are preliminary, else 0', () => {
    const rows: SeriesRow[] = []
    gfzKp.parse(answerOf(good), NOW, { onHistory: (history) => rows.push(...history) })
    expect(rows.map(({ values }) => values)).toEqual([
      { kp: 0, preliminary: 0 },
      { kp: 2.667, preliminary: 0 },
      { kp: 5.333, preliminary: 1 },
    ])
  })

  test('is as new as the end of its last window; a window under way, as its request', () => {
    const newestOf = (windows: readonly GfzWindow[]) => gfzKp.newestAt(parse(answerOf(windows)))
    expect(newestOf(good)).toBe(NOON)
    expect(newestOf([...good.slice(0, 3), [NOON, 4, 'pre']])).toBe(NOW)
  })

  test('may call preliminary values nowcast', () => {
    for (const word of ['pre', 'now', 'nowcast'])
      expect(parse(answerOf([[NOON - 3 * HOUR, 3, word]])).windows[0]?.isDefinitive).toBe(false)
  })

  test('says nothing of windows that have not begun', () => {
    const ahead: GfzWindow = [NOON + 3 * HOUR, 4, 'pre']
    expect(parse(answerOf([...good, ahead])).windows).toHaveLength(3)
  })

  test('may have any status where it has no value', () => {
    expect(parse(answerOf([...good.slice(0, 3), [NOON, null, null]])).windows).toHaveLength(3)
  })

  test('may have all 28 values', () => {
    const all = Array.from({ length: 28 }, (_, third): GfzWindow => {
      return [NOON - (30 - third) * 3 * HOUR, Number((third / 3).toFixed(3)), 'def']
    })
    expect(parse(answerOf(all)).windows.map(({ kp }) => kp)).toEqual(all.map(([, kp]) => kp))
  })
})

describe('an answer is refused', () => {
  const withOne = (...[at, kp, status]: GfzWindow) => answerOf([...good.slice(0, 2), [at, kp, status]])
  const start = NOON - 3 * HOUR

  test.each([
    ['that is a list', '[]', 'datetime is missing'],
    ['without times', answerOf(good, { datetime: undefined }), 'datetime is missing'],
    ['without values', answerOf(good, { Kp: undefined }), 'Kp is missing'],
    ['without status', answerOf(good, { status: undefined }), 'status is missing'],
    ['whose values are one number', answerOf(good, { Kp: 3 }), 'Kp is not a list'],
    ['with a value too few', answerOf(good, { Kp: [1, 2, 3] }), 'datetime, Kp and status differ in length'],
    [
      'with a status too few',
      answerOf(good, { status: ['def'] }),
      'datetime, Kp and status differ in length',
    ],
    ['of no window', answerOf([]), 'Kp has no value'],
    ['of windows without values', answerOf([[start, null, 'pre']]), 'Kp has no value'],
  ])('%s', (_, body, message) => {
    expect(() => parse(body)).toThrow(expect.objectContaining({ name: 'ShapeError', message }))
  })

  test.each([
    ['with a fill value', withOne(start, -1, 'pre'), 'Kp is not a multiple of a third from 0 to 9'],
    ['above 9, as Hp60 is', withOne(start, 9.333, 'pre'), 'Kp is not a multiple of a third from 0 to 9'],
    ['by tenths', withOne(start, 2.5, 'pre'), 'Kp is not a multiple of a third from 0 to 9'],
    ['times ten, as in old files', withOne(start, 27, 'pre'), 'Kp is not a multiple of a third from 0 to 9'],
    ['in marks', withOne(start, '3-', 'pre'), 'Kp is not a multiple of a third from 0 to 9'],
    ['with an unknown status', withOne(start, 3, 'final'), 'status is neither definitive nor preliminary'],
    [
      'with the name of a method',
      withOne(start, 3, 'toString'),
      'status is neither definitive nor preliminary',
    ],
    ['without a status of a value', withOne(start, 3, null), 'status is neither definitive nor preliminary'],
    ['by the hour', withOne(start + HOUR, 3, 'pre'), 'datetime does not ascend in three-hour windows'],
    ['that goes back', withOne(NOON - 9 * HOUR, 3, 'pre'), 'datetime does not ascend in three-hour windows'],
    [
      'that says a window twice',
      withOne(NOON - 6 * HOUR, 3, 'pre'),
      'datetime does not ascend in three-hour windows',
    ],
  ])('in part: a window %s is left out', (_, body, message) => {
    const { value, reasons } = parseRows(gfzKp, body, NOW)
    expect([value.windows.length, reasons]).toEqual([2, [`row 3: ${message}`]])
  })
})
