import type { TimeFrame } from '@space-data/charts'
import { timeTicks } from '@space-data/charts'
import { levelClass } from '#features/pages/level-style'
import { type Html, html } from '#features/shared/page/html'
import { formatDay, formatTime } from '#features/shared/page/timestamps'
import type { ScaleStep } from '#features/space-weather/scales/noaa-scales'
import { days, hours, minutes } from '#kernel/kit/time'

/**
 * Width of every plot in its own units: the drawing is stretched to the width of the page, the text is not.
 */
export const PLOT_WIDTH = 1_000

/** A plot over time. Instants are epoch milliseconds. */
export interface TimeChart {
  readonly times: readonly [from: number, to: number]
  readonly now: number
  readonly frame: TimeFrame
  /** Text alternative of the plot. */
  readonly description: string
  /** Text of a plot without values. */
  readonly emptyText: string
  /** Unit above the axis. */
  readonly unit: string
  readonly formatTick: (value: number) => string
  /** A scale whose levels are shaded. */
  readonly scale?: readonly ScaleStep[]
  /** The drawn data: paths and rectangles in units of the frame. */
  readonly marks: readonly Html[]
  /** Markers with text, placed by `markerAt`. */
  readonly markers?: readonly Html[]
  /** Markers that are links, placed by `markerAt`. */
  readonly links?: readonly Html[]
  /** Texts of the cursor by instant, ascending. */
  readonly values: readonly (readonly [at: number, text: string])[]
  /** Length of the period of each value in minutes; absent if values belong to instants. */
  readonly stepMinutes?: number
  /** Time of the first recorded value; the axis before it is marked as not recorded. */
  readonly recordedFrom?: number | undefined
  /** Whether the time axis has labels; false if the plot below has them. @default true */
  readonly hasTimeLabels?: boolean
}

const AXIS_HEIGHT = 24

/** Smallest share of the axis for which the span before the first value is marked. */
const MIN_MARKED_SHARE = 0.06

/**
 * Renders a plot with its axes. The script of the page moves a cursor over it and reads its `data-values`.
 */
export function timeChart(chart: TimeChart): Html {
  const { frame, times, now, values, unit, stepMinutes, markers, links, hasTimeLabels = true } = chart
  const { width, height } = frame
  const minuteOf = (at: number) => Math.round((at - times[0]) / minutes(1))
  const points = values.map(([at, text], i) => [
    minuteOf(at) - minuteOf(values[i - 1]?.[0] ?? times[0]),
    text,
  ])
  const total = height + (hasTimeLabels ? AXIS_HEIGHT : 6)
  const before = unrecorded(chart)
  return html`<div class="chart" data-from="${times[0]}" data-to="${times[1]}" data-now="${now}" data-values="${JSON.stringify(points)}"${stepMinutes !== undefined && html` data-step="${stepMinutes}"`}>
<p class="axis-unit">${unit}</p><p class="readout" aria-live="polite"></p>
<svg class="y-axis" height="${total}" aria-hidden="true">${frame.ticks.map((value) => html`<text x="100%" dx="-8" y="${frame.yOf(value)}" dy="4">${chart.formatTick(value)}</text>`)}</svg>
<svg class="field" height="${total}">
<svg class="data" viewBox="0 0 ${width} ${height}" width="100%" height="${height}" preserveAspectRatio="none" role="img" aria-label="${chart.description}">
${bands(chart)}${before?.band}${frame.ticks.map((value) => html`<path class="${value === 0 ? 'zero' : 'grid'}" d="M0 ${frame.yOf(value)}H${width}"/>`)}${chart.marks}</svg>
<g aria-hidden="true">${bandLabels(chart)}${timeAxis(chart, hasTimeLabels)}${nowLine(chart)}${markers}</g>${links}${before?.label}${values.length === 0 && html`<text class="empty" x="50%" y="${height / 2}">${chart.emptyText}</text>`}
<line class="cursor" y1="0" y2="${height}"/></svg></div>`
}

/** Places markup at an instant, `y` units below the top; the markup is in pixels from there. */
export function markerAt(frame: TimeFrame, at: number, y: number, content: Html): Html {
  return html`<svg class="marker" x="${share(frame.xOf(at))}" y="${y}">${content}</svg>`
}

function bands({ scale = [], frame }: TimeChart): Html[] {
  const [low, high] = frame.domain
  const steps = scale.slice(1)
  return steps
    .filter(({ from }) => from < high)
    .map(({ from, scale }, i) => {
      const to = steps[i + 1]?.from ?? high
      const [top, bottom] = [frame.yOf(Math.min(to, high)), frame.yOf(Math.max(from, low))]
      return html`<rect class="band ${levelClass(scale)}" x="0" width="${frame.width}" y="${top}" height="${round1(bottom - top)}"/>`
    })
}

function bandLabels({ scale = [], frame }: TimeChart): Html[] {
  return (
    scale
      .slice(1)
      // A level that begins at the top, such as G5 at Kp 9, has a label but no band.
      .filter(({ from }) => from <= frame.domain[1])
      .map(
        ({ from, scale }) =>
          html`<text class="band-label" x="100%" dx="6" y="${frame.yOf(from)}" dy="4">${scale}</text>`,
      )
  )
}

/** Renders a band over the time before the first record, with a label, if it covers much of the axis. */
function unrecorded({ recordedFrom = Number.NEGATIVE_INFINITY, frame }: TimeChart) {
  const x = frame.xOf(recordedFrom)
  if (!(x > MIN_MARKED_SHARE * frame.width)) return null
  const words = x > frame.width / 3 ? `no records before ${formatDay(recordedFrom)}` : 'no records'
  return {
    band: html`<rect class="unrecorded" x="0" y="0" width="${x}" height="${frame.height}"/>`,
    label: html`<text class="empty" x="${share(x / 2)}" y="${frame.height / 2}">${words}</text>`,
  }
}

function nowLine({ now, times, frame }: TimeChart): Html | false {
  if (now <= times[0] || now >= times[1]) return false
  const x = share(frame.xOf(now))
  return html`<line class="present" x1="${x}" x2="${x}" y1="-4" y2="${frame.height}"/><text class="present-label" x="${x}" y="-8">now</text>`
}

/** The time from one tick to the next by the length of the axis; narrow screens label every other one. */
const TICKS: readonly (readonly [upToMs: number, stepMs: number])[] = [
  [days(1.5), hours(3)],
  [days(5), hours(12)],
  [days(15), days(1)],
  [Number.POSITIVE_INFINITY, days(3)],
]

function timeAxis({ times, frame }: TimeChart, isLabelled: boolean): Html[] {
  const stepMs = TICKS.find(([upToMs]) => times[1] - times[0] <= upToMs)?.[1] ?? days(3)
  return timeTicks(times, stepMs)
    .filter((at) => at > times[0] && at < times[1])
    .map((at) => {
      const x = share(frame.xOf(at))
      const isMinor = at % (2 * stepMs) !== 0
      const label = at % days(1) === 0 ? formatDay(at) : formatTime(at)
      return html`<line class="grid${at % days(1) === 0 && ' midnight'}" x1="${x}" x2="${x}" y1="0" y2="${frame.height}"/>${isLabelled && html`<text class="time${isMinor && ' minor'}" x="${x}" y="${frame.height + 17}">${label}</text>`}`
    })
}

/** Returns a position of the frame as a share of its width: `12.5%`. */
export function share(x: number): string {
  return `${Math.round((x / PLOT_WIDTH) * 10_000) / 100}%`
}

function round1(length: number): number {
  return Math.round(length * 10) / 10
}
