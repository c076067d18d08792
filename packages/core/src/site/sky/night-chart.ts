import { type Html, html } from '#endpoint/page/html'
import { hours, iso, minutes } from '#kit/time'

/** What is drawn of a pass: when it is highest, how high, and whether it can be seen. */
export interface NightPass {
  readonly name: string
  readonly at: number
  readonly elevationDeg: number
  readonly isVisible: boolean
}

interface NightChart {
  readonly from: number
  readonly to: number
  readonly now: number
  readonly passes: readonly NightPass[]
  /** When the Moon is up. */
  readonly moonUp: readonly (readonly [from: number, to: number])[]
  readonly sunElevationDeg: (at: number) => number
}

const [WIDTH, SKY_HEIGHT, MOON_TOP, HEIGHT] = [1_000, 110, 118, 146]
const STEP_MS = minutes(5)
/** Kinds of light by the Sun's elevation in degrees, the brightest first. */
const LIGHTS = [
  { above: -0.833, name: 'day' },
  { above: -6, name: 'civil' },
  { above: -12, name: 'nautical' },
  { above: -18, name: 'astronomical' },
  { above: Number.NEGATIVE_INFINITY, name: 'night' },
] as const

/** Draws a day from now on: how dark it is, the passes by their height, and when the Moon is up. */
export function nightChart(chart: NightChart): Html {
  const { from, to, now, passes, moonUp } = chart
  const xOf = (at: number) => round((WIDTH * (at - from)) / (to - from))
  const yOf = (elevationDeg: number) => round(SKY_HEIGHT - (SKY_HEIGHT * elevationDeg) / 90)
  const visible = passes.filter(({ isVisible }) => isVisible)
  return html`<svg class="night" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="The next ${Math.round((to - from) / hours(1))} hours: ${passes.length} passes, ${visible.length} of them visible">
${lights(chart).map(({ name, start, end }) => html`<rect class="light ${name}" x="${xOf(start)}" width="${round(xOf(end) - xOf(start))}" height="${SKY_HEIGHT}"/>`)}
${fullHours(from, to).map((at) => html`<path class="hour" d="M${xOf(at)} 0V${SKY_HEIGHT}"/><text class="x" x="${xOf(at)}" y="${HEIGHT - 2}" data-at="${iso(at)}">${iso(at).slice(11, 16)}</text>`)}
${passes.map(({ name, at, elevationDeg, isVisible }) => html`<path class="pass${isVisible && ' visible'}" d="M${xOf(at)} ${SKY_HEIGHT}V${yOf(elevationDeg)}"><title>${name}, ${Math.round(elevationDeg)}° high at ${iso(at).slice(11, 16)} UTC</title></path>`)}
${moonUp.map(([rise, set]) => html`<rect class="moon" x="${xOf(rise)}" width="${round(xOf(set) - xOf(rise))}" y="${MOON_TOP}" height="5" rx="2.5"><title>The Moon is up</title></rect>`)}
<path class="now" d="M${xOf(now)} 0V${MOON_TOP + 8}"/></svg>`
}

/** Spans of one kind of light. */
function lights({ from, to, sunElevationDeg }: NightChart) {
  const found: { name: string; start: number; end: number }[] = []
  for (let at = from; at < to; at += STEP_MS) {
    const elevationDeg = sunElevationDeg(at)
    const name = LIGHTS.find(({ above }) => elevationDeg > above)?.name ?? 'night'
    const end = Math.min(to, at + STEP_MS)
    const last = found.at(-1)
    if (last?.name === name) last.end = end
    else found.push({ name, start: at, end })
  }
  return found
}

/** Every third full hour that has room for its time. */
function fullHours(from: number, to: number): readonly number[] {
  const margin = hours(1) / 2
  const first = Math.ceil((from + margin) / hours(3)) * hours(3)
  const count = Math.max(0, Math.ceil((to - margin - first) / hours(3)))
  return Array.from({ length: count }, (_, i) => first + i * hours(3))
}

function round(length: number): number {
  return Math.round(length * 10) / 10
}
