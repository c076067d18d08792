import { expect, test } from 'vitest'
import { formatCoveredSpan, minAndMax } from '../../packages/core/src/pages/day-summary.ts'
import { linePlot } from '../../packages/core/src/pages/line-plot.ts'
import { uptimeBars } from '../../packages/core/src/pages/uptime-bars.ts'
import { weatherCards } from '../../packages/core/src/pages/weather-card-definitions.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const MINUTE = 60_000
const ago = (minutes: number, value: number) => ({ at: NOW - minutes * MINUTE, value })
const drawn = (readings: { at: number; value: number }[], more = {}) =>
  linePlot({ readings, now: NOW, description: 'x', range: [0, 10], ticks: [], ...more }).markup
const lines = (markup: string) =>
  [...markup.matchAll(/class="line(?: dot)?" d="([^"]*)"/g)].map(([, path]) => path)

test('readings 5 minutes apart form one line, and a gap of more than 20 minutes splits it', () => {
  expect(lines(drawn([ago(20, 1), ago(15, 2), ago(10, 3)]))).toHaveLength(1)
  const broken = lines(drawn([ago(100, 1), ago(95, 2), ago(70, 3), ago(65, 4)]))
  expect(broken).toHaveLength(2)
  expect(broken[0]).toMatch(/^M[\d.]+ [\d.]+L[\d.]+ [\d.]+$/)
})

test('a single reading is drawn as a dot, and a plot without readings says that there are none', () => {
  expect(lines(drawn([ago(60, 5)]))[0]).toMatch(/h\.01$/)
  expect(drawn([])).toContain('no data in the last 24 h')
  expect(lines(drawn([]))).toEqual([])
})

test('a plot without readings has no thresholds, and no grid line crosses its text', () => {
  for (const card of weatherCards) {
    const range = card.range([])
    const { markup } = linePlot({
      ...card,
      readings: [],
      now: NOW,
      description: '',
      range,
      ticks: card.ticks(range),
    })
    expect(markup, card.series).not.toContain('class="threshold"')
    const baseline = Number(/class="empty" x="[\d.]+" y="([\d.]+)"/.exec(markup)?.[1])
    const rules = [...markup.matchAll(/class="(?:rule|zero)" d="M38 ([\d.]+)H/g)].map(([, y]) => Number(y))
    expect(rules.length, card.series).toBeGreaterThan(1)
    // The text is 12 units high, with descenders of up to 3.
    expect(
      rules.filter((y) => y > baseline - 12 && y < baseline + 3),
      card.series,
    ).toEqual([])
  }
})

test('readings outside the day are left out, and values outside the range are clamped to the frame', () => {
  const markup = drawn([ago(25 * 60, 1), ago(-5, 1), ago(10, 1e9), ago(5, -1e9)])
  expect(lines(markup)).toHaveLength(1)
  for (const [, , y] of markup.matchAll(/[ML]([\d.-]+) ([\d.-]+)/g)) {
    expect(Number(y)).toBeGreaterThanOrEqual(0)
    expect(Number(y)).toBeLessThanOrEqual(148)
  }
})

test('all decades have the same height on a logarithmic scale', () => {
  const path = lines(drawn([ago(15, 1), ago(10, 10), ago(5, 100)], { range: [1, 100], logarithmic: true }))[0]
  const heights = [...String(path).matchAll(/[ML][\d.]+ ([\d.]+)/g)].map(([, y]) => Number(y))
  expect(heights[0]! - heights[1]!).toBeCloseTo(heights[1]! - heights[2]!, 6)
})

test('only thresholds within the range are drawn', () => {
  const thresholds = [
    { value: 5, label: 'inside' },
    { value: 50, label: 'outside' },
  ]
  const markup = drawn([ago(5, 1)], { thresholds })
  expect(markup).toContain('inside')
  expect(markup).not.toContain('outside')
})

test.each(weatherCards.map((card) => [card.series, card] as const))(
  '%s has a finite range without values, for 0, and for values beyond all measurements',
  (_, card) => {
    for (const values of [[], [0], [1e-12], [1e6], [-1_000, 5], [3, 4]]) {
      const range = card.range(values)
      expect(range[0]).toBeLessThan(range[1])
      const ticks = card.ticks(range)
      expect(ticks.length).toBeGreaterThan(1)
      const readings = values.map((value, i) => ago(5 * i + 5, value))
      const { markup } = linePlot({ ...card, readings, now: NOW, description: '', range, ticks })
      expect(markup).not.toMatch(/NaN|Infinity/)
    }
  },
)

test('minAndMax returns the extremes of the readings, and undefined without any', () => {
  expect(minAndMax([ago(1, 4), ago(2, -2)])).toEqual({ min: -2, max: 4 })
  expect(minAndMax([])).toBeUndefined()
})

test('formatCoveredSpan counts from the first reading, in minutes below 1.5 h and in hours above', () => {
  const covered = (minutes: number) => formatCoveredSpan([ago(minutes, 1), ago(0, 2)], NOW)
  expect([0, 12, 89, 90, 5 * 60 + 50, 24 * 60 - 4].map(covered)).toEqual([
    '1 min',
    '12 min',
    '89 min',
    '2 h',
    '6 h',
    '24 h',
  ])
})

test('uptime bars cover 90 days, with a summary as their label', () => {
  const { markup } = uptimeBars(
    [
      { day: '2026-08-23', good: 1, failed: 0 },
      { day: '2026-08-24', good: 1, failed: 0 },
      { day: '2026-11-19', good: 0, failed: 4 },
      { day: '2026-11-20', good: 5, failed: 1 },
      { day: '2026-11-21', good: 9, failed: 0 },
    ],
    NOW,
  )
  expect(markup).toContain(
    'all requests succeeded on 2, some failed on 1, all failed on 1, no requests on 86',
  )
  const bars = (kind: string) =>
    new RegExp(`class="${kind}" d="([^"]*)"`).exec(markup)?.[1]?.match(/M/g)?.length ?? 0
  expect([bars('good'), bars('mixed'), bars('bad'), bars('none')]).toEqual([2, 1, 1, 86])
})
