import { sunElevationDeg } from '@space-data/charts/sun'
import type { PlaceOfSky, SkyFacts } from '#features/pages/sky/sky-facts'
import { type Html, html } from '#features/shared/page/html'
import { hours, iso, minutes } from '#kernel/kit/time'

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

/** Draws the next 24 hours: the darkness, the passes by their elevation, and when the Moon is up. */
export function nightChart({ now, until, place, passes, sunAndMoon }: SkyFacts): Html {
  const xOf = (at: number) => round((WIDTH * (at - now)) / (until - now))
  const yOf = (elevationDeg: number) => round(SKY_HEIGHT - (SKY_HEIGHT * elevationDeg) / 90)
  // A pass that begins within the day may culminate after it.
  const all = (passes ?? []).filter(({ highest }) => Date.parse(highest.at) <= until)
  const visible = all.filter((pass) => pass.visible.length > 0)
  return html`<svg class="night-chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="The next 24 hours: ${all.length} passes, ${visible.length} of them visible">
${lights(now, until, place).map(({ name, start, end }) => html`<rect class="light ${name}" x="${xOf(start)}" width="${round(xOf(end) - xOf(start))}" height="${SKY_HEIGHT}"/>`)}
${fullHours(now, until).map((at) => html`<path class="hour" d="M${xOf(at)} 0V${SKY_HEIGHT}"/><text class="x" x="${xOf(at)}" y="${HEIGHT - 2}" data-at="${iso(at)}">${iso(at).slice(11, 16)}</text>`)}
${all.map(({ name, highest: { at, elevation_deg }, visible: { length } }) => html`<path class="pass${length > 0 && ' visible'}" d="M${xOf(Date.parse(at))} ${SKY_HEIGHT}V${yOf(elevation_deg)}"><title>${name}, ${Math.round(elevation_deg)}° high at ${at.slice(11, 16)} UTC</title></path>`)}
${sunAndMoon && moonUp(sunAndMoon.moon, now, until).map(([rise, set]) => html`<rect class="moon" x="${xOf(rise)}" width="${round(xOf(set) - xOf(rise))}" y="${MOON_TOP}" height="5" rx="2.5"><title>The Moon is up</title></rect>`)}</svg>`
}

/** Returns the spans of each kind of light. */
function lights(from: number, to: number, { latitude, longitude }: PlaceOfSky) {
  const found: { name: string; start: number; end: number }[] = []
  for (let at = from; at < to; at += STEP_MS) {
    const elevationDeg = sunElevationDeg(latitude, longitude, at)
    const name = LIGHTS.find(({ above }) => elevationDeg > above)?.name ?? 'night'
    const end = Math.min(to, at + STEP_MS)
    const last = found.at(-1)
    if (last?.name === name) last.end = end
    else found.push({ name, start: at, end })
  }
  return found
}

/** Returns the spans of the 24 hours from `now` in which the Moon is above the horizon. */
function moonUp(
  { rise, set, lowest_elevation_deg }: NonNullable<SkyFacts['sunAndMoon']>['moon'],
  now: number,
  until: number,
): (readonly [from: number, to: number])[] {
  if (rise === null && set === null) return lowest_elevation_deg > 0 ? [[now, until]] : []
  const [up, down] = [Date.parse(rise ?? '') || now, Date.parse(set ?? '') || until]
  if (up < down) return [[up, down]]
  return [
    [now, down],
    [up, until],
  ]
}

/** Returns every third full hour that has room for its label. */
function fullHours(from: number, to: number): readonly number[] {
  const margin = hours(1) / 2
  const first = Math.ceil((from + margin) / hours(3)) * hours(3)
  const count = Math.max(0, Math.ceil((to - margin - first) / hours(3)))
  return Array.from({ length: count }, (_, i) => first + i * hours(3))
}

function round(length: number): number {
  return Math.round(length * 10) / 10
}
