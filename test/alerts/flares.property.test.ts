import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AlertFacts } from '../../packages/core/src/features/alerts/alert.ts'
import { flares } from '../../packages/core/src/features/alerts/detectors/flares.ts'
import type { Reading } from '../../packages/core/src/features/alerts/detectors/readings.ts'
import { toFlareClass } from '../../packages/core/src/features/space-weather/scales/noaa-scales.ts'
import { runs } from '../support/tier.ts'
import { minute, running } from './support.ts'

const START = Date.parse('2026-07-04T10:00:00Z')

/** Fluxes by minute: rises and decays of any length and steepness, with minutes that are missing. */
const series: fc.Arbitrary<Reading[]> = fc
  .record({
    first: fc.double({ min: -6, max: -4.5, noNaN: true }),
    legs: fc.array(
      fc.tuple(
        fc.integer({ min: 1, max: 40 }),
        fc.double({ min: -6.3, max: -3, noNaN: true }),
        fc.constantFrom(0, 0, 0.01, 0.05),
      ),
      { minLength: 1, maxLength: 12 },
    ),
    noise: fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 30, maxLength: 30 }),
    missing: fc.array(fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 30 }))),
  })
  .map(({ first, legs, noise, missing }) => {
    const powers: number[] = []
    let from = first
    for (const [length, to, wobble] of legs) {
      for (let i = 1; i <= length; i += 1) {
        const jitter = wobble * (noise[powers.length % noise.length] ?? 0)
        powers.push(from + ((to - from) * i) / length + jitter)
      }
      from = to
    }
    return powers
      .map((power, i) => ({ at: START + i * minute, value: 10 ** power, source: 'GOES' }))
      .filter((_, i) => !missing.some(([at, length]) => i >= at && i < at + length))
  })

/** How many minutes there are from one look to the next, over and over: 1 while the feed is there. */
const outages = fc.array(fc.oneof(fc.constant(1), fc.integer({ min: 2, max: 350 })), {
  minLength: 1,
  maxLength: 40,
})

/** What is told if the detector looks at these intervals; each body has every minute so far. */
function told(readings: readonly Reading[], looks: readonly number[]): readonly AlertFacts[] {
  const detector = running(flares)
  const alerts: AlertFacts[] = []
  const end = (readings.at(-1)?.at ?? START) + minute
  // The first look is at the first reading, so that each run begins with the same.
  let at = readings[0]?.at ?? START
  let seen = 0
  for (let i = 0; ; i += 1) {
    while (seen < readings.length && readings[seen]!.at <= at) seen += 1
    alerts.push(...detector.observe(readings.slice(0, seen)))
    if (at >= end) return alerts
    at += minute * (looks[i % looks.length] ?? 1)
  }
}

const SERIES = runs(300, 500)
let flaresEnded = 0

const instant = ({ data }: AlertFacts, name: string) => Date.parse(String(data[name]))

test('a flare has the class of the highest minute between its start and its end, whatever the feed did', () => {
  fc.assert(
    fc.property(series, outages, (readings, looks) => {
      const alerts = told(readings, looks)
      for (const { data } of alerts) {
        expect(data['peak_class']).toBe(toFlareClass(Number(data['peak_w_m2'])))
        expect(data['level']).toBe(levelOf(String(data['peak_class'])))
      }
      for (const alert of alerts.filter(({ data }) => data['phase'] === 'ended')) {
        flaresEnded += 1
        const [from, to] = [instant(alert, 'started_at'), alert.at]
        const within = readings.filter(({ at }) => at >= from && at <= to)
        const highest = Math.max(...within.map(({ value }) => value))
        expect(alert.data['peak_w_m2']).toBe(highest)
        expect(readings.find(({ at }) => at === instant(alert, 'peak_at'))?.value).toBe(highest)
        expect(within[0]?.value).toBeGreaterThanOrEqual(1e-5)
      }
    }),
    SERIES,
  )
  expect(flaresEnded).toBeGreaterThan(SERIES.numRuns)
  console.log(
    `FIGURE flares in ${SERIES.numRuns} random series with outages of up to 350 minutes: ${flaresEnded} ended, ` +
      '0 with another class than their highest minute',
  )
})

test('with outages that the feed fills, the same alerts are told as without', () => {
  fc.assert(
    fc.property(series, outages, (readings, looks) => {
      expect(told(readings, looks)).toEqual(told(readings, [1]))
    }),
    runs(200, 200),
  )
})

test('flares follow one another: each begins once, ends before the next, and is raised by class', () => {
  fc.assert(
    fc.property(series, (readings) => {
      let current: AlertFacts | undefined
      let endedAt = 0
      for (const alert of told(readings, [1])) {
        const { phase, level } = alert.data
        if (phase === 'started') {
          expect(current).toBeUndefined()
          expect(alert.at).toBeGreaterThan(endedAt)
        } else {
          expect(alert.data['started_at']).toBe(current?.data['started_at'])
          expect(alert.at).toBeGreaterThanOrEqual(instant(alert, 'peak_at'))
        }
        if (phase === 'raised') expect(rank(level)).toBeGreaterThan(rank(current?.data['level']))
        if (phase === 'ended') endedAt = alert.at
        current = phase === 'ended' ? undefined : alert
      }
    }),
    SERIES,
  )
})

const LEVELS = ['M1', 'M5', 'X1', 'X10']
const rank = (level: unknown) => LEVELS.indexOf(String(level))

/** The level of a class such as `M8.1`. */
function levelOf(flareClass: string): string {
  const tenths = Number(flareClass.slice(1))
  if (flareClass.startsWith('X')) return tenths >= 10 ? 'X10' : 'X1'
  return tenths >= 5 ? 'M5' : 'M1'
}
