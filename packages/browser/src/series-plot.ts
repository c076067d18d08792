import { domainOf, splitAtGaps, type TimedValue, ticks, timeTicks } from '@space-data/charts'
import type { Series } from '#series'
import { svg } from '#svg-element'

/** Margins of a plot, and its height, in pixels. */
const [LEFT, TOP, HEIGHT, BELOW] = [52, 26, 76, 22] as const
const [HOUR, DAY] = [3_600_000, 86_400_000]
/** Times between two ticks of the time axis. */
const STEPS = [HOUR / 60, HOUR / 12, HOUR / 4, HOUR, 3 * HOUR, 6 * HOUR, DAY, 2 * DAY, 5 * DAY, 10 * DAY]

/** Draws each series on axes of its own, one below the other. Without any, the figure is hidden. */
export function drawSeries(figure: HTMLElement, all: readonly Series[]): void {
  figure.hidden = all.length === 0
  const caption = document.createElement('figcaption')
  caption.textContent = 'Plot of the response, in UTC'
  figure.replaceChildren(caption)
  for (const series of all) figure.append(plotOf(series, figure.clientWidth))
}

function plotOf({ name, values }: Series, width: number): SVGElement {
  const first = values[0] ?? { at: 0, value: 0 }
  const last = values.at(-1) ?? first
  const [low, high] = domainOf(values, [first.value, first.value])
  // Fluxes span decades: equal factors have equal heights there.
  const isLogarithmic = low > 0 && high / low >= 100
  const heightOf = isLogarithmic ? Math.log10 : (value: number) => value
  const [bottom, top] = widened(heightOf(low), heightOf(high), isLogarithmic)
  const xOf = (at: number) =>
    round1(LEFT + ((at - first.at) / (last.at - first.at || 1)) * (width - LEFT - 1))
  const yOf = (value: number) => round1(TOP + HEIGHT * (1 - (heightOf(value) - bottom) / (top - bottom)))
  const lineOf = (run: readonly TimedValue[]) =>
    `M${run.map(({ at, value }) => `${xOf(at)} ${yOf(value)}`).join('L')}${run.length === 1 ? 'h.1' : ''}`
  const levels = ticks(bottom, top, 3)
    .filter((level) => !isLogarithmic || Number.isInteger(level))
    .map((level) => (isLogarithmic ? 10 ** level : level))
  const span = `${formatInstant(first.at)} to ${formatInstant(last.at)}`
  const words = (x: number, y: number, kind: string, text: string) => svg('text', { x, y, class: kind }, text)
  const readout = words(width, 12, 'value', `last ${formatValue(last.value)}`)
  const cursor = svg('path', { class: 'cursor' })
  const plot = svg(
    'svg',
    {
      viewBox: `0 0 ${width} ${TOP + HEIGHT + BELOW}`,
      role: 'img',
      'aria-label': `${name}, ${span}: ${formatValue(low)} to ${formatValue(high)}, last ${formatValue(last.value)}`,
    },
    words(0, 12, 'name', name),
    readout,
    ...levels.flatMap((level) => [
      svg('path', { class: 'grid', d: `M${LEFT} ${yOf(level)}H${width}` }),
      words(LEFT - 6, yOf(level) + 4, 'tick', formatValue(level)),
    ]),
    cursor,
    ...splitAtGaps(values, longestStepMs(values)).map((run) =>
      svg('path', { class: 'line', d: lineOf(run) }),
    ),
    ...instantsOf(first.at, last.at, width).map((at) =>
      words(xOf(at), TOP + HEIGHT + 16, 'instant', formatTick(at)),
    ),
  )
  plot.addEventListener('pointermove', ({ clientX }) => {
    const { left } = plot.getBoundingClientRect()
    const near = values.reduce((best, each) => {
      const distance = (value: TimedValue) => Math.abs(xOf(value.at) - (clientX - left))
      return distance(each) < distance(best) ? each : best
    }, first)
    cursor.setAttribute('d', `M${xOf(near.at)} ${TOP}v${HEIGHT}`)
    readout.textContent = `${formatInstant(near.at)}: ${formatValue(near.value)}`
  })
  return plot
}

/** Extends the range of an axis to whole powers of ten, or slightly, so that no line is at its edge. */
function widened(low: number, high: number, isLogarithmic: boolean): readonly [low: number, high: number] {
  if (isLogarithmic) return [Math.floor(low), Math.ceil(high)]
  const margin = (high - low) / 10 || 1
  return [low >= 0 ? Math.max(0, low - margin) : low - margin, high + margin]
}

/** Returns the smallest time between two values that counts as a gap: several steps of the series. */
function longestStepMs(values: readonly TimedValue[]): number {
  const steps = values.slice(1).map(({ at }, i) => at - (values[i]?.at ?? at))
  const least = steps.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  return 3 * least
}

function instantsOf(from: number, to: number, width: number): number[] {
  const most = Math.max(2, Math.floor(width / 90))
  const step = STEPS.find((each) => (to - from) / each <= most) ?? 30 * DAY
  return timeTicks([from, to], step)
}

/** Formats an instant as `11-21`, or as `13:04` unless it is midnight. */
function formatTick(at: number): string {
  const [, day = '', time = ''] = new Date(at).toISOString().match(/-(\d\d-\d\d)T(\d\d:\d\d)/) ?? []
  return at % DAY === 0 ? day : time
}

function formatInstant(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ')
}

function formatValue(value: number): string {
  const size = Math.abs(value)
  if (value !== 0 && (size < 0.001 || size >= 1e6)) return value.toExponential(1).replace('e+', 'e')
  return String(Number(value.toPrecision(4)))
}

function round1(length: number): number {
  return Math.round(length * 10) / 10
}
