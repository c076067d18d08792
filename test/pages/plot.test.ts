import { expect, test } from 'vitest'
import { dayStrip } from '../../packages/core/src/pages/day-strip.ts'
import { plot } from '../../packages/core/src/pages/plot.ts'
import { coveredBy, extremesOf, figures } from '../../packages/core/src/pages/weather-figures.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const MINUTE = 60_000
const ago = (minutes: number, value: number) => ({ at: NOW - minutes * MINUTE, value })
const drawn = (readings: { at: number; value: number }[], more = {}) =>
  plot({ readings, now: NOW, description: 'x', range: [0, 10], ticks: [], ...more }).markup
const lines = (markup: string) =>
  [...markup.matchAll(/class="line(?: dot)?" d="([^"]*)"/g)].map(([, path]) => path)

test('readings 5 minutes apart are one line, and a gap of more than 20 minutes is left open', () => {
  expect(lines(drawn([ago(20, 1), ago(15, 2), ago(10, 3)]))).toHaveLength(1)
  const broken = lines(drawn([ago(100, 1), ago(95, 2), ago(70, 3), ago(65, 4)]))
  expect(broken).toHaveLength(2)
  expect(broken[0]).toMatch(/^M[\d.]+ [\d.]+L[\d.]+ [\d.]+$/)
})

test('a reading alone is a dot, and none at all says so', () => {
  expect(lines(drawn([ago(60, 5)]))[0]).toMatch(/h\.01$/)
  expect(drawn([])).toContain('nothing fetched in the last 24 h')
  expect(lines(drawn([]))).toEqual([])
})

test('an empty frame leaves out thresholds, and no rule goes through its words', () => {
  for (const figure of figures) {
    const range = figure.range([])
    const { markup } = plot({
      ...figure,
      readings: [],
      now: NOW,
      description: '',
      range,
      ticks: figure.ticks(range),
    })
    expect(markup, figure.series).not.toContain('class="threshold"')
    const baseline = Number(/class="empty" x="[\d.]+" y="([\d.]+)"/.exec(markup)?.[1])
    const rules = [...markup.matchAll(/class="(?:rule|zero)" d="M38 ([\d.]+)H/g)].map(([, y]) => Number(y))
    expect(rules.length, figure.series).toBeGreaterThan(1)
    // Letters of 12 units: as high above the line that they stand on, and a little below it.
    expect(
      rules.filter((y) => y > baseline - 12 && y < baseline + 3),
      figure.series,
    ).toEqual([])
  }
})

test('what lies outside the day or the range does not leave the frame', () => {
  const markup = drawn([ago(25 * 60, 1), ago(-5, 1), ago(10, 1e9), ago(5, -1e9)])
  expect(lines(markup)).toHaveLength(1)
  for (const [, , y] of markup.matchAll(/[ML]([\d.-]+) ([\d.-]+)/g)) {
    expect(Number(y)).toBeGreaterThanOrEqual(0)
    expect(Number(y)).toBeLessThanOrEqual(148)
  }
})

test('a decade is as high as the next on a logarithmic scale', () => {
  const path = lines(drawn([ago(15, 1), ago(10, 10), ago(5, 100)], { range: [1, 100], logarithmic: true }))[0]
  const heights = [...String(path).matchAll(/[ML][\d.]+ ([\d.]+)/g)].map(([, y]) => Number(y))
  expect(heights[0]! - heights[1]!).toBeCloseTo(heights[1]! - heights[2]!, 6)
})

test('thresholds are drawn where they lie within the range only', () => {
  const thresholds = [
    { value: 5, label: 'inside' },
    { value: 50, label: 'outside' },
  ]
  const markup = drawn([ago(5, 1)], { thresholds })
  expect(markup).toContain('inside')
  expect(markup).not.toContain('outside')
})

test.each(figures.map((figure) => [figure.series, figure] as const))(
  '%s has a finite frame for no value, for 0, and for values beyond all that was measured',
  (_, figure) => {
    for (const values of [[], [0], [1e-12], [1e6], [-1_000, 5], [3, 4]]) {
      const range = figure.range(values)
      expect(range[0]).toBeLessThan(range[1])
      const ticks = figure.ticks(range)
      expect(ticks.length).toBeGreaterThan(1)
      const readings = values.map((value, i) => ago(5 * i + 5, value))
      const { markup } = plot({ ...figure, readings, now: NOW, description: '', range, ticks })
      expect(markup).not.toMatch(/NaN|Infinity/)
    }
  },
)

test('extremes are those of the readings; of none there are none', () => {
  expect(extremesOf([ago(1, 4), ago(2, -2)])).toEqual({ min: -2, max: 4 })
  expect(extremesOf([])).toBeUndefined()
})

test('readings cover the time from the first of them, in hours or, where that is coarse, in minutes', () => {
  const covered = (minutes: number) => coveredBy([ago(minutes, 1), ago(0, 2)], NOW)
  expect([0, 12, 89, 90, 5 * 60 + 50, 24 * 60 - 4].map(covered)).toEqual([
    '1 min',
    '12 min',
    '89 min',
    '2 h',
    '6 h',
    '24 h',
  ])
})

test('a strip has 90 days and says in words what they were', () => {
  const { markup } = dayStrip(
    [
      { day: '2026-08-23', good: 1, failed: 0 },
      { day: '2026-08-24', good: 1, failed: 0 },
      { day: '2026-11-19', good: 0, failed: 4 },
      { day: '2026-11-20', good: 5, failed: 1 },
      { day: '2026-11-21', good: 9, failed: 0 },
    ],
    NOW,
  )
  expect(markup).toContain('good on 2, some failures on 1, all failed on 1, not asked on 86')
  const bars = (kind: string) =>
    new RegExp(`class="${kind}" d="([^"]*)"`).exec(markup)?.[1]?.match(/M/g)?.length ?? 0
  expect([bars('good'), bars('mixed'), bars('bad'), bars('none')]).toEqual([2, 1, 1, 86])
})
