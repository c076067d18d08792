import { historyPath, kpWindows, thinned } from '@space-data/charts'
import type { LoggedAlert } from '#features/alerts/alert'
import { levelNumber, scaleOf } from '#features/alerts/alert-scale'
import { levelClass } from '#features/pages/level-style'
import { scaleStepOf } from '#features/pages/noaa-scales'
import { type Html, html } from '#features/shared/page/html'
import { formatDay } from '#features/shared/page/timestamps'
import { flareClassFlux, geomagneticStorms, radioBlackouts } from '#features/space-weather/scales/noaa-scales'
import type { Reading } from '#features/space-weather/series/readings'
import { days, hours, minutes, utcDay } from '#kernel/kit/time'

/** Size of a picture in its own units; it is stretched to the width of its tile. */
const [WIDTH, HEIGHT] = [240, 48]
const BOX = { width: WIDTH, height: HEIGHT }
const [STEP_MS, MAX_GAP_MS] = [minutes(15), hours(1)]
const KP_MAX = 9
const MARK_WIDTH = 3

/** Draws the last 24 hours of the planetary K index as bars in the colours of the G scale. */
export function kpPicture(day: readonly Reading[], now: number): Html | null {
  const from = now - days(1)
  const xOf = (at: number) => Math.max(0, ((at - from) / days(1)) * WIDTH)
  const bars = kpWindows(day, now).map(({ at, kp }) => {
    const height = Math.max(2, (kp / KP_MAX) * HEIGHT)
    const [left, right] = [xOf(at), Math.min(WIDTH, xOf(at + hours(3))) - 2]
    return html`<rect class="fill ${levelClass(scaleStepOf(geomagneticStorms, kp).scale)}" x="${round(left)}" y="${round(HEIGHT - height)}" width="${round(Math.max(1, right - left))}" height="${round(height)}"/>`
  })
  return bars.length > 0 ? picture('The last 24 hours', html`${bars}`) : null
}

/** Draws the last 24 hours as a line, with gaps where nothing was recorded. */
export function dayLine(readings: readonly Reading[], now: number, isLogarithmic: boolean): Html | null {
  const points = thinned(readings, STEP_MS, (one, other) => one.value > other.value)
  if (points.length < 2) return null
  const line = points.flatMap(({ at, value }, i) => {
    const point = { at, value: isLogarithmic ? Math.log10(value) : value }
    return at - (points[i - 1]?.at ?? at) > MAX_GAP_MS ? [{ at, value: null }, point] : [point]
  })
  const d = historyPath([{ at: now - days(1), value: null }, ...line, { at: now, value: null }], BOX)
  return picture('The last 24 hours', html`<path class="day-line" d="${d}"/>`)
}

/** Draws the density of every shell by altitude, lowest at the left. */
export function profilePicture(profile: readonly number[]): Html {
  const most = Math.max(...profile, Number.MIN_VALUE)
  const width = WIDTH / profile.length
  const bars = profile.map((density, shell) => {
    const height = (density / most) * HEIGHT
    return height < 0.3
      ? ''
      : `M${round(shell * width)} ${HEIGHT}v${round(-height)}h${round(width)}V${HEIGHT}z`
  })
  return picture('Density by altitude', html`<path class="mass" d="${bars.join('')}"/>`)
}

/** Draws flares of a week, higher and in the colour of their radio blackout the stronger they are. */
export function flarePicture(
  flares: readonly { readonly at: number; readonly flareClass: string }[],
  now: number,
): Html {
  const [weakest, strongest] = [Math.log10(1e-7), Math.log10(2e-3)]
  const marks = flares.map(({ at, flareClass }) => {
    const flux = flareClassFlux(flareClass)
    const share = (Math.log10(flux) - weakest) / (strongest - weakest)
    const height = Math.min(HEIGHT, Math.max(3, share * HEIGHT))
    const x = xOf(at, now - days(7), now)
    return html`<rect class="fill ${levelClass(scaleStepOf(radioBlackouts, flux).scale)}" x="${x}" y="${round(HEIGHT - height)}" width="${MARK_WIDTH}" height="${round(height)}"/>`
  })
  return picture('Flares of the last 7 days', html`${base}${marks}`)
}

/** Draws a mark for each instant of a span. */
export function marksPicture(instants: readonly number[], from: number, to: number, name: string): Html {
  const marks = instants
    .filter((at) => at >= from && at <= to)
    .map((at) => `M${xOf(at, from, to)} 8v${HEIGHT - 8}h${MARK_WIDTH}V8z`)
  return picture(name, html`${base}${marks.length > 0 && html`<path class="mass" d="${marks.join('')}"/>`}`)
}

/** Draws a cell for each UTC day in the colour of the highest level that an alert of the day states. */
export function levelPicture(alerts: readonly LoggedAlert[], count: number, now: number): Html {
  const highest = new Map<string, number>()
  for (const alert of alerts) {
    const day = alert.timestamp.slice(0, 10)
    highest.set(day, Math.max(highest.get(day) ?? 0, levelNumber(scaleOf(alert))))
  }
  const width = WIDTH / count
  const cells = Array.from({ length: count }, (_, i) => {
    const at = now - days(count - 1 - i)
    const level = highest.get(utcDay(at))
    const words = level === undefined ? 'no alert' : level === 0 ? 'no level' : `level ${level}`
    return html`<rect class="${level === undefined ? 'idle' : `fill level-${level}`}" x="${round(i * width)}" y="12" width="${round(width - 1.5)}" height="24"><title>${formatDay(at)}: ${words}</title></rect>`
  })
  const most = Math.max(0, ...highest.values())
  return picture(`Highest level of each of the last ${count} days, at most ${most}`, html`${cells}`)
}

const base = html`<path class="base" d="M0 ${HEIGHT - 1}H${WIDTH}v1H0z"/>`

function picture(name: string, content: Html): Html {
  return html`<svg class="picture" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${name}">${content}</svg>`
}

function xOf(at: number, from: number, to: number): number {
  return round(((at - from) / (to - from)) * (WIDTH - MARK_WIDTH))
}

function round(length: number): number {
  return Math.round(length * 10) / 10
}
