import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  effectiveHistory,
  effectiveKp,
  planetaryKIndex,
  threeHourlyKIndex,
} from '../../packages/core/src/features/space-weather/kp/swpc-kp.ts'
import type { SeriesRow } from '../../packages/core/src/features/space-weather/series/series-declarations.ts'
import { json } from '../fixtures/bodies.ts'
import { kpRow, threeHourRow } from '../fixtures/swpc.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const at = (text: string) => Date.parse(text)
const minute = (...rows: unknown[]) => planetaryKIndex.parse(json(rows), NOW)
const threeHours = (...rows: unknown[]) => threeHourlyKIndex.parse(json(rows), NOW)

describe('the running K index', () => {
  test('is the fractional estimate, with stamps without a zone as UTC', () => {
    expect(minute(kpRow('2026-11-21T11:55:00', 2.33))).toEqual({
      running: true,
      knownAt: NOW,
      readings: [{ at: at('2026-11-21T11:55:00Z'), kp: 2.33 }],
    })
  })

  test('is sorted by time whatever the order of rows', () => {
    const { readings } = minute(kpRow('2026-11-21T11:55:00', 3), kpRow('2026-11-21T11:54:00', 2))
    expect(readings.map(({ kp }) => kp)).toEqual([2, 3])
  })

  test('drops impossible values, missing values, and stamps more than five minutes ahead', () => {
    const { readings } = minute(
      kpRow('2026-11-21T11:50:00', 0),
      kpRow('2026-11-21T11:51:00', 42),
      kpRow('2026-11-21T11:52:00', -0.33),
      kpRow('2026-11-21T11:53:00', null),
      kpRow('2026-11-21T11:54:00', '2P'),
      kpRow('not a time', 1),
      kpRow('2026-11-21T12:05:00', 5),
      kpRow('2026-11-21T12:05:01', 6),
      kpRow('2099-01-01T00:00:00', 7),
      { time_tag: '2026-11-21T11:55:00' },
      null,
    )
    expect(readings.map(({ kp }) => kp)).toEqual([0, 5])
  })

  test('parses a complete body followed by the tail of an older one, and rejects a truncated body', () => {
    const whole = json([kpRow('2026-11-21T11:55:00', 2.33)])
    expect(planetaryKIndex.parse(`${whole},"kp":"2P"}]`, NOW).readings).toHaveLength(1)
    for (let end = 0; end < whole.length; end += 1) {
      expect(() => planetaryKIndex.parse(whole.slice(0, end), NOW)).toThrow()
    }
  })

  test('parses bare NaN and numbers that overflow', () => {
    const row = (kp: string) => `{"time_tag":"2026-11-21T11:55:00","estimated_kp":${kp}}`
    const body = `[${row('NaN')},${row('-Infinity')},${row('1e400')},${row('2.67')}]`
    expect(planetaryKIndex.parse(body, NOW).readings.map(({ kp }) => kp)).toEqual([2.67])
    expect(() => planetaryKIndex.parse(`[${row('NaN')}]`, NOW)).toThrow()
  })

  describe('reports a history', () => {
    const shown = (readings: readonly { at: number; kp: number }[]) =>
      readings.map(({ at, kp }) => [new Date(at).toISOString().slice(11, 16), kp])

    test('as it was published', () => {
      let history: readonly SeriesRow[] = []
      const rows = [kpRow('2026-11-21T08:59:00', 8.67), kpRow('2026-11-21T09:01:00', 0)]
      planetaryKIndex.parse(json(rows), NOW, {
        onHistory(told) {
          history = told
        },
      })
      expect(history).toEqual([
        { at: at('2026-11-21T08:59:00Z'), values: { kp: 8.67 }, instrument: null },
        { at: at('2026-11-21T09:01:00Z'), values: { kp: 0 }, instrument: null },
      ])
    })

    const effective = (...pairs: (readonly [time: string, kp: number])[]) =>
      shown(effectiveHistory(pairs.map(([time, kp]) => ({ at: at(`2026-11-21T${time}:00Z`), kp }))))

    test('whose minutes after a boundary are left out if the previous window is unknown', () => {
      const pairs = [
        ['06:01', 0],
        ['06:29', 0.33],
        ['06:30', 8.67],
        ['09:01', 0],
      ] as const
      expect(effective(...pairs)).toEqual([
        ['06:30', 8.67],
        ['09:01', 8.67],
      ])
      expect(effective(['05:59', 9], ...pairs)).toEqual([
        ['05:59', 9],
        ['06:01', 9],
        ['06:29', 9],
        ['06:30', 8.67],
        ['09:01', 8.67],
      ])
      expect(effective(['05:59', 9], ['09:01', 0])).toEqual([['05:59', 9]])
    })

    test('but serves such a minute at the endpoint', () => {
      const all = minute(kpRow('2026-11-21T06:01:00', 0.33))
      expect(effectiveKp(all, 0)).toEqual({ at: at('2026-11-21T06:01:00Z'), kp: 0.33 })
    })

    test('that agrees with the endpoint for every reading that it has', () => {
      const minuteOfDay = fc.uniqueArray(fc.nat(1_439), { minLength: 1, maxLength: 60 })
      fc.assert(
        fc.property(minuteOfDay, fc.infiniteStream(fc.integer({ min: 0, max: 27 })), (minutes, kps) => {
          const readings = minutes
            .sort((a, b) => a - b)
            .map((each) => ({
              at: at('2026-11-21T00:00:00Z') + each * 60_000,
              kp: Number(kps.next().value) / 3,
            }))
          const served = new Map(
            readings.map((each, i) => [
              each.at,
              effectiveKp({ running: true, knownAt: NOW, readings }, i).kp,
            ]),
          )
          for (const each of effectiveHistory(readings)) expect(each.kp).toBe(served.get(each.at))
        }),
      )
    })
  })
})

describe('the three-hour K index', () => {
  const expected = { running: false, knownAt: NOW, readings: [{ at: at('2026-11-21T09:00:00Z'), kp: 3.67 }] }

  test('is parsed from objects with Kp or kp', () => {
    expect(threeHours(threeHourRow('2026-11-21T09:00:00', 3.67))).toEqual(expected)
    expect(threeHours({ time_tag: '2026-11-21T09:00:00', kp: 3.67, noaa_scale: null })).toEqual(expected)
  })

  test('is parsed from arrays below a header row, by column name', () => {
    expect(threeHours(['time_tag', 'Kp'], ['2026-11-21 09:00:00.000', '3.67'])).toEqual(expected)
    expect(threeHours(['noaa_scale', 'kp', 'time_tag'], [null, '3.67', '2026-11-21 09:00:00'])).toEqual(
      expected,
    )
    expect(() => threeHours(['time_tag', 'Kp'])).toThrow()
    expect(() => threeHours(['time_tag', 'a_running'], ['2026-11-21 09:00:00', '4'])).toThrow()
  })

  test('drops a window that begins even a second later', () => {
    const began = threeHourRow('2026-11-21T09:00:00', 3.67)
    expect(threeHours(began, threeHourRow('2026-11-21T12:00:01', 9))).toEqual(expected)
    expect(threeHours(began, threeHourRow('2026-11-21T12:00:00', 2)).readings).toHaveLength(2)
    expect(() => threeHours(threeHourRow('2026-11-21T15:00:00', 9))).toThrow()
  })

  test('drops predictions', () => {
    const row = { time_tag: '2026-11-21T12:00:00', kp: 9 }
    expect(threeHours(threeHourRow('2026-11-21T09:00:00', 3.67), { ...row, observed: 'predicted' })).toEqual(
      expected,
    )
    expect(threeHours({ ...row, observed: 'estimated' }).readings).toHaveLength(1)
  })

  test('is of the end of its window, or of the time of the request while that has not come', () => {
    const newestOf = (time: string, now: string) =>
      threeHourlyKIndex.newestAt(threeHourlyKIndex.parse(json([threeHourRow(time, 2)]), at(now)))
    const [window, end] = ['2026-11-21T09:00:00', '2026-11-21T12:00:00Z']
    expect(newestOf(window, '2026-11-21T15:00:00Z')).toBe(at(end))
    expect(newestOf(window, end)).toBe(at(end))
    expect(newestOf(window, '2026-11-21T11:59:59Z')).toBe(at('2026-11-21T11:59:59Z'))
  })

  test('is used when the running index fails or is 15 minutes late', () => {
    expect(planetaryKIndex.fallback).toBe(threeHourlyKIndex)
    expect(3 * planetaryKIndex.cadenceMs).toBe(15 * 60_000)
    expect(planetaryKIndex.newestAt(minute(kpRow('2026-11-21T11:55:00', 2)))).toBe(at('2026-11-21T11:55:00Z'))
  })
})
