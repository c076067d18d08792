import { type Content, type Html, html } from '#pages/html'
import { formatTime } from '#pages/timestamps'
import type { Reading } from '#store/repositories/readings'
import { hours, minutes } from '#time'

/** The readings of a day and how to draw them. */
export interface LinePlot {
  readonly readings: readonly Reading[]
  readonly now: number
  /** Text alternative for screen readers. */
  readonly description: string
  readonly logarithmic?: boolean
  /** The values at the bottom and at the top. */
  readonly range: readonly [low: number, high: number]
  /** Grid lines, labelled on the left. */
  readonly ticks: readonly PlotLine[]
  /**
   * Limits to highlight, such as the first step of a scale. Drawn within the range only, and only if there is
   * a reading.
   */
  readonly thresholds?: readonly PlotLine[]
  /** Whether values may be negative: the area is then filled from 0 rather than from the bottom. */
  readonly belowZero?: boolean
}

/** A labelled horizontal line. */
export interface PlotLine {
  readonly value: number
  readonly label: string
}

const WIDTH = 340
const HEIGHT = 148
const LEFT = 38
const RIGHT = 334
const TOP = 10
const BOTTOM = 126
/** The longest gap between two readings that are concatBytes by a line. */
const GAP_MS = minutes(20)

/** Draws the last 24 hours as a line, with a gap where readings are missing. */
export function linePlot(options: LinePlot): Html {
  const { readings, now, description, ticks, thresholds = [], range } = options
  const xOf = (at: number) => RIGHT - ((now - at) / hours(24)) * (RIGHT - LEFT)
  const yOf = yScale(options)
  const within = ({ value }: PlotLine) => value > range[0] && value < range[1]
  const runs = splitAtGaps(readings.filter(({ at }) => at >= now - hours(24) && at <= now))
  const pathOf = (run: readonly Reading[]) =>
    `M${run.map(({ at, value }) => `${round1(xOf(at))} ${round1(yOf(value))}`).join('L')}`
  const last = runs.at(-1)?.at(-1)
  return html`<svg class="plot" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${description}">
${ticks.map(({ value, label }) => gridLine(round1(yOf(value)), label, value === 0 && options.belowZero === true))}
${timeTicks(now).map((at) => timeTick(round1(xOf(at)), formatTime(at)))}
${runs.map((run) => area(run, pathOf(run), { xOf, base: round1(yOf(options.belowZero ? 0 : range[0])) }))}
${last && thresholds.filter(within).map(({ value, label }) => thresholdLine(round1(yOf(value)), label))}
${runs.map((run) => html`<path class="line${run.length === 1 && ' dot'}" d="${pathOf(run)}${run.length === 1 && 'h.01'}"/>`)}
${last && html`<circle class="now" cx="${round1(xOf(last.at))}" cy="${round1(yOf(last.value))}" r="3.5"/>`}
${runs.length === 0 && html`<text class="empty" x="${(LEFT + RIGHT) / 2}" y="${round1(emptyTextY(ticks.map(({ value }) => yOf(value))) + 4)}">no data in the last 24 h</text>`}
</svg>`
}

function yScale({ range: [low, high], logarithmic }: LinePlot): (value: number) => number {
  const scaled = (value: number) => (logarithmic ? Math.log10(value) : value)
  const [from, to] = [scaled(low), scaled(high)]
  return (value) => {
    const clamped = Math.min(high, Math.max(low, value))
    return BOTTOM - ((scaled(clamped) - from) / (to - from)) * (BOTTOM - TOP)
  }
}

/** Returns the middle between two adjacent grid lines near the centre, where text crosses none of them. */
function emptyTextY(gridYs: readonly number[]): number {
  const sorted = [...gridYs].sort((one, other) => one - other)
  const above = Math.floor(sorted.length / 2) - 1
  return ((sorted[above] ?? TOP) + (sorted[above + 1] ?? BOTTOM)) / 2
}

/** Splits readings wherever two are more than `GAP_MS` apart. */
function splitAtGaps(readings: readonly Reading[]): Reading[][] {
  const runs: Reading[][] = []
  let before = Number.NEGATIVE_INFINITY
  for (const reading of readings) {
    if (reading.at - before > GAP_MS) runs.push([])
    runs.at(-1)?.push(reading)
    before = reading.at
  }
  return runs
}

/** Returns 00, 06, 12 and 18 UTC within the last 24 hours. */
function timeTicks(now: number): number[] {
  const newest = Math.floor(now / hours(6)) * hours(6)
  return [3, 2, 1, 0].map((before) => newest - before * hours(6)).filter((at) => at > now - hours(24))
}

function gridLine(y: Content, label: string, isZero: boolean): Html {
  return html`<path class="${isZero ? 'zero' : 'rule'}" d="M${LEFT} ${y}H${RIGHT}"/><text class="y" x="${LEFT - 6}" y="${y}" dy="3.6">${label}</text>`
}

function timeTick(x: number, label: string): Html {
  return html`<path class="rule" d="M${x} ${BOTTOM}v4"/><text class="x" x="${x}" y="${BOTTOM + 17}">${label}</text>`
}

function thresholdLine(y: number, label: string): Html {
  return html`<path class="threshold" d="M${LEFT} ${y}H${RIGHT}"/><text class="limit" x="${LEFT + 4}" y="${y - 4}">${label}</text>`
}

function area(
  run: readonly Reading[],
  path: string,
  { xOf, base }: { xOf: (at: number) => number; base: number },
): Html | null {
  const [first, last] = [run[0], run.at(-1)]
  if (!first || !last || run.length < 2) return null
  return html`<path class="area" d="${path}L${round1(xOf(last.at))} ${base}L${round1(xOf(first.at))} ${base}z"/>`
}

function round1(length: number): number {
  return Math.round(length * 10) / 10
}
