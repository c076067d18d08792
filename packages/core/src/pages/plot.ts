import { type Content, type Html, html } from '#pages/html'
import { timeOf } from '#pages/moment'
import type { Reading } from '#store/readings'
import { hours, minutes } from '#time'

/** How a day of readings is drawn. */
export interface Plot {
  readonly readings: readonly Reading[]
  readonly now: number
  /** What it shows, in a sentence, for those who do not see it. */
  readonly description: string
  readonly logarithmic?: boolean
  /** The values at the foot and at the top. */
  readonly range: readonly [low: number, high: number]
  /** Values that have a line and a label at the left. */
  readonly ticks: readonly Line[]
  /** Values that mean something, such as the first step of a scale; drawn where they lie within the range, if there is a reading. */
  readonly thresholds?: readonly Line[]
  /** Whether what lies below 0 is filled. */
  readonly belowZero?: boolean
}

export interface Line {
  readonly value: number
  readonly label: string
}

const WIDTH = 340
const HEIGHT = 148
const LEFT = 38
const RIGHT = 334
const TOP = 10
const FOOT = 126
/** Two readings further apart than this are not joined: nothing was fetched between them. */
const GAP_MS = minutes(20)

/** The last 24 hours as a line, with a gap where nothing was fetched. */
export function plot(given: Plot): Html {
  const { readings, now, description, ticks, thresholds = [], range } = given
  const xOf = (at: number) => RIGHT - ((now - at) / hours(24)) * (RIGHT - LEFT)
  const yOf = placer(given)
  const within = ({ value }: Line) => value > range[0] && value < range[1]
  const runs = runsOf(readings.filter(({ at }) => at >= now - hours(24) && at <= now))
  const pathOf = (run: readonly Reading[]) =>
    `M${run.map(({ at, value }) => `${short(xOf(at))} ${short(yOf(value))}`).join('L')}`
  const last = runs.at(-1)?.at(-1)
  return html`<svg class="plot" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${description}">
${ticks.map(({ value, label }) => tick(short(yOf(value)), label, value === 0 && given.belowZero === true))}
${quarters(now).map((at) => quarter(short(xOf(at)), timeOf(at)))}
${runs.map((run) => area(run, pathOf(run), { xOf, base: short(yOf(given.belowZero ? 0 : range[0])) }))}
${last && thresholds.filter(within).map(({ value, label }) => threshold(short(yOf(value)), label))}
${runs.map((run) => html`<path class="line${run.length === 1 && ' dot'}" d="${pathOf(run)}${run.length === 1 && 'h.01'}"/>`)}
${last && html`<circle class="now" cx="${short(xOf(last.at))}" cy="${short(yOf(last.value))}" r="3.5"/>`}
${runs.length === 0 && html`<text class="empty" x="${(LEFT + RIGHT) / 2}" y="${short(betweenRules(ticks.map(({ value }) => yOf(value))) + 4)}">nothing fetched in the last 24 h</text>`}
</svg>`
}

function placer({ range: [low, high], logarithmic }: Plot): (value: number) => number {
  const scaled = (value: number) => (logarithmic ? Math.log10(value) : value)
  const [from, to] = [scaled(low), scaled(high)]
  return (value) => {
    const held = Math.min(high, Math.max(low, value))
    return FOOT - ((scaled(held) - from) / (to - from)) * (FOOT - TOP)
  }
}

/** The middle between two neighbours near the middle of the frame, where no rule goes through words. */
function betweenRules(heights: readonly number[]): number {
  const sorted = [...heights].sort((one, other) => one - other)
  const above = Math.floor(sorted.length / 2) - 1
  return ((sorted[above] ?? TOP) + (sorted[above + 1] ?? FOOT)) / 2
}

/** Readings that follow each other without a gap. */
function runsOf(readings: readonly Reading[]): Reading[][] {
  const runs: Reading[][] = []
  let before = Number.NEGATIVE_INFINITY
  for (const reading of readings) {
    if (reading.at - before > GAP_MS) runs.push([])
    runs.at(-1)?.push(reading)
    before = reading.at
  }
  return runs
}

/** The times 00, 06, 12 and 18 UTC of the last day. */
function quarters(now: number): number[] {
  const newest = Math.floor(now / hours(6)) * hours(6)
  return [3, 2, 1, 0].map((before) => newest - before * hours(6)).filter((at) => at > now - hours(24))
}

function tick(y: Content, label: string, isZero: boolean): Html {
  return html`<path class="${isZero ? 'zero' : 'rule'}" d="M${LEFT} ${y}H${RIGHT}"/><text class="y" x="${LEFT - 6}" y="${y}" dy="3.6">${label}</text>`
}

function quarter(x: number, label: string): Html {
  return html`<path class="rule" d="M${x} ${FOOT}v4"/><text class="x" x="${x}" y="${FOOT + 17}">${label}</text>`
}

function threshold(y: number, label: string): Html {
  return html`<path class="threshold" d="M${LEFT} ${y}H${RIGHT}"/><text class="limit" x="${LEFT + 4}" y="${y - 4}">${label}</text>`
}

function area(
  run: readonly Reading[],
  path: string,
  { xOf, base }: { xOf: (at: number) => number; base: number },
): Html | null {
  const [first, last] = [run[0], run.at(-1)]
  if (!first || !last || run.length < 2) return null
  return html`<path class="area" d="${path}L${short(xOf(last.at))} ${base}L${short(xOf(first.at))} ${base}z"/>`
}

function short(length: number): number {
  return Math.round(length * 10) / 10
}
