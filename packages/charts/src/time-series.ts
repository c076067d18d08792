import { extent } from 'd3-array'
import { scaleLinear, scaleLog, scaleUtc } from 'd3-scale'
import { line } from 'd3-shape'
import { relativePath } from '#relative-path'

/** A value at an instant, in epoch milliseconds. */
export interface TimedValue {
  readonly at: number
  readonly value: number
}

/** The axes of a plot over time, in units of its drawing: time to the right, values upwards. */
export interface TimeFrame {
  readonly width: number
  readonly height: number
  readonly xOf: (at: number) => number
  /** Values outside the domain are drawn at its edge. */
  readonly yOf: (value: number) => number
  readonly domain: readonly [low: number, high: number]
  readonly ticks: readonly number[]
}

interface TimeFrameOptions {
  readonly width: number
  readonly height: number
  readonly times: readonly [from: number, to: number]
  readonly domain: readonly [low: number, high: number]
  /** Whether equal factors have equal heights; the domain must then be above 0. */
  readonly logarithmic?: boolean
  /** Approximate number of grid lines of a linear axis. */
  readonly tickCount?: number
}

/** Creates the axes of a plot. A linear domain is extended to round values. */
export function timeFrame(options: TimeFrameOptions): TimeFrame {
  const { width, height, times, domain, logarithmic = false, tickCount = 4 } = options
  const x = scaleUtc(times, [0, width])
  const y = logarithmic
    ? scaleLog(domain, [height, 0]).clamp(true)
    : scaleLinear(domain, [height, 0]).nice(tickCount).clamp(true)
  const [low = 0, high = 1] = y.domain()
  return {
    width,
    height,
    xOf: (at) => round1(x(at)),
    yOf: (value) => round1(logarithmic && value <= 0 ? height : y(value)),
    domain: [low, high],
    ticks: logarithmic ? decades(low, high) : y.ticks(tickCount),
  }
}

/** Returns the smallest domain that contains some round values and all readings. */
export function domainOf(
  readings: readonly TimedValue[],
  atLeast: readonly [low: number, high: number],
): [low: number, high: number] {
  const [low, high] = extent([...atLeast, ...readings.map(({ value }) => value)])
  return [low ?? atLeast[0], high ?? atLeast[1]]
}

/** Widens a domain to whole powers of ten. Values of 0 and below do not count. */
export function decadesOf(
  readings: readonly TimedValue[],
  atLeast: readonly [low: number, high: number],
): [low: number, high: number] {
  const [low, high] = domainOf(
    readings.filter(({ value }) => value > 0),
    atLeast,
  )
  return scaleLog([low, high], [0, 1]).nice().domain() as [number, number]
}

/** Splits readings wherever two are more than `maxGapMs` apart. */
export function splitAtGaps(readings: readonly TimedValue[], maxGapMs: number): TimedValue[][] {
  const runs: TimedValue[][] = []
  let before = Number.NEGATIVE_INFINITY
  for (const reading of readings) {
    if (reading.at - before > maxGapMs) runs.push([])
    runs.at(-1)?.push(reading)
    before = reading.at
  }
  return runs
}

/**
 * Returns the path of a line; a single reading becomes a line so short that only its round cap is visible.
 */
export function linePath({ xOf, yOf }: TimeFrame, run: readonly TimedValue[]): string {
  const path = line<TimedValue>(
    ({ at }) => xOf(at),
    ({ value }) => yOf(value),
  )(run)
  const steps = relativePath(path ?? '')
  return run.length === 1 ? `${steps.replace('z', '')}h.1` : steps
}

/** Returns the path of the area between a line and the horizontal at `base`. */
export function areaPath(frame: TimeFrame, run: readonly TimedValue[], base: number): string {
  const [first, last] = [run[0], run.at(-1)]
  if (!first || !last) return ''
  const corners = run.filter(({ value }, i) =>
    [value, run[i - 1]?.value, run[i + 1]?.value].some((each) => each !== base),
  )
  return `${linePath(frame, [{ ...first, value: base }, ...corners, { ...last, value: base }])}z`
}

/** Returns one reading for each step of `stepMs`, preferred by `isBetter`, in ascending time. */
export function thinned(
  readings: readonly TimedValue[],
  stepMs: number,
  isBetter: (reading: TimedValue, other: TimedValue) => boolean,
): TimedValue[] {
  const best = new Map<number, TimedValue>()
  for (const reading of readings) {
    const step = Math.floor(reading.at / stepMs)
    const other = best.get(step)
    if (!other || isBetter(reading, other)) best.set(step, reading)
  }
  return [...best.values()]
}

/** Returns the instants of a grid of `stepMs` between two instants, counted from midnight UTC. */
export function timeTicks([from, to]: readonly [number, number], stepMs: number): number[] {
  const first = Math.ceil(from / stepMs)
  return Array.from({ length: Math.floor(to / stepMs) - first + 1 }, (_, i) => (first + i) * stepMs)
}

/** Lists the powers of ten from `low` to `high`. */
function decades(low: number, high: number): number[] {
  const [from, to] = [Math.round(Math.log10(low)), Math.round(Math.log10(high))]
  return Array.from({ length: to - from + 1 }, (_, i) => Number(`1e${from + i}`))
}

function round1(length: number): number {
  return Math.round(length * 10) / 10
}
