import {
  areaPath,
  decadesOf,
  flarePeaks,
  kpWindows,
  linePath,
  relativePath,
  splitAtGaps,
  timeFrame,
  timeTicks,
} from '@space-data/charts'
import { expect, test } from 'vitest'

const NOW = Date.parse('2026-11-21T13:20:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const ago = (minutes: number, value: number) => ({ at: NOW - minutes * MINUTE, value })
const frame = (more: Partial<Parameters<typeof timeFrame>[0]> = {}) =>
  timeFrame({ width: 1_000, height: 100, times: [NOW - 10 * HOUR, NOW], domain: [0, 10], ...more })

test('time goes to the right and values upwards; values outside are drawn at the edge', () => {
  const { xOf, yOf } = frame()
  expect([NOW - 10 * HOUR, NOW - 5 * HOUR, NOW].map(xOf)).toEqual([0, 500, 1_000])
  expect([0, 5, 10, 1e9, -1e9].map(yOf)).toEqual([100, 50, 0, 0, 100])
})

test('all decades have the same height on a logarithmic axis, and 0 lies at its foot', () => {
  const { yOf, ticks } = frame({ domain: [1e-8, 1e-3], logarithmic: true })
  expect([1e-8, 1e-7, 1e-6, 1e-4, 1e-3].map(yOf)).toEqual([100, 80, 60, 20, 0])
  expect(ticks).toEqual([1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3])
  expect(yOf(0)).toBe(100)
})

test('a logarithmic domain widens to whole decades, whatever the values', () => {
  expect(decadesOf([ago(1, 2e-3)], [1e-7, 1e-3])).toEqual([1e-7, 1e-2])
  for (const value of [0, -1, 1e-12, 1e6]) {
    const [low, high] = decadesOf([ago(1, value)], [0.1, 1e4])
    expect(low).toBeGreaterThan(0)
    expect(high).toBeGreaterThanOrEqual(1e4)
  }
})

test('a gap splits a line, a single reading stays visible, and no readings are no line', () => {
  const runs = splitAtGaps([ago(100, 1), ago(95, 2), ago(70, 3)], 20 * MINUTE)
  expect(runs.map(({ length }) => length)).toEqual([2, 1])
  expect(linePath(frame(), runs[0]!)).toMatch(/^M[\d.]+ 90l[\d.]+-10$/)
  expect(linePath(frame(), runs[1]!)).toMatch(/^M[\d.]+ 70h\.1$/)
  expect(splitAtGaps([], 1)).toEqual([])
})

test('an area reaches from the line to its base', () => {
  const south = areaPath(frame({ domain: [-10, 10] }), [ago(600, -10), ago(0, 0)], 0)
  expect(south).toBe('M0 50l0 50 1000-50 0 0z')
})

test('an area has no points along its base', () => {
  const values = [0, 0, 0, -5, 0, 0, 0]
  const run = values.map((value, i) => ago(600 - 100 * i, value))
  expect(areaPath(frame({ domain: [-10, 10] }), run, 0)).toBe(
    'M0 50l0 0 333.3 0 166.7 25 166.7-25 333.3 0 0 0z',
  )
})

test('a path in steps ends where it did, with the same decimals', () => {
  expect(relativePath('M0.1,9L0.3,9.5L-1,8ZM2,2L2.7,1')).toBe('M0.1 9l.2 .5-1.3-1.5zM2 2l.7-1')
})

test('time ticks are counted from midnight UTC', () => {
  const ticks = timeTicks([NOW - 7 * HOUR, NOW], 3 * HOUR)
  expect(ticks.map((at) => new Date(at).getUTCHours())).toEqual([9, 12])
})

test('the Kp of a window is its last one, and an estimate until the window has ended', () => {
  const at = (time: string, value: number) => ({ at: Date.parse(`2026-11-21T${time}:00Z`), value })
  const windows = kpWindows(
    [at('03:30', 7), at('06:10', 1), at('08:55', 4.33), at('09:00', 3), at('11:45', 5), at('12:40', 2)],
    NOW,
  )
  expect(windows.map(({ at, kp, isFinal }) => [new Date(at).getUTCHours(), kp, isFinal])).toEqual([
    // Its end was missed.
    [3, 7, false],
    [6, 4.33, true],
    [9, 5, true],
    [12, 2, false],
  ])
})

test('a flare is marked at its peak once half of it has passed', () => {
  const fluxes = [2e-6, 2.1e-6, 1e-5, 5e-5, 4e-5, 1e-5, 3e-6, 5e-6, 2e-6, 8e-5, 6e-5].map((value, i) =>
    ago(100 - 5 * i, value),
  )
  // C5 is below the threshold, and the last one has not fallen to half yet.
  expect(flarePeaks(fluxes, 1e-5)).toEqual([ago(85, 5e-5)])
  expect(flarePeaks([...fluxes, ago(45, 1e-5)], 1e-5).map(({ value }) => value)).toEqual([5e-5, 8e-5])
  expect(flarePeaks([], 1e-5)).toEqual([])
  expect(flarePeaks([ago(5, 3e-5), ago(0, 3e-5)], 1e-5)).toEqual([])
})
