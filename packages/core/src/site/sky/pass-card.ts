import { distanceOf } from '@space-data/charts/text'
import { type Html, html } from '#endpoint/page/html'
import { formatTime } from '#endpoint/page/timestamps'
import { iso, minutes } from '#kit/time'
import { skyChart } from '#site/sky/sky-chart'
import type { SkyPass } from '#site/sky/sky-facts'

const WINDS = ['N', 'NNE', 'NE', 'ENE', 'E', 'ESE', 'SE', 'SSE', 'S', 'SSW', 'SW', 'WSW', 'W', 'WNW', 'NW', 'NNW']

/** Returns the direction of an azimuth in degrees, such as `WSW`. */
export function windOf(azimuthDeg: number): string {
  return WINDS[Math.round(azimuthDeg / 22.5) % WINDS.length] ?? ''
}

/** Renders an instant as `21:04` in UTC; the script of the page shows it in the time of the browser. */
export function localTime(at: number): Html {
  return html`<time datetime="${iso(at)}" data-at="${iso(at)}">${formatTime(at)}</time>`
}

/** Renders a visible pass with its chart. */
export function passCard({ name, noradId, highest, path, visible }: SkyPass, now: number): Html {
  const [begin, end] = [visible[0]?.[0] ?? highest.at, visible.at(-1)?.[1] ?? highest.at]
  const [first, last] = [path[0], path.at(-1)]
  const words = first && last ? `${windOf(first.azimuthDeg)} to ${windOf(last.azimuthDeg)}` : ''
  const highestDeg = Math.round(highest.elevationDeg)
  return html`<article class="card pass-card"><h3><a href="globe?object=${noradId}">${name}</a></h3><p><strong>${localTime(begin)} – ${localTime(end)}</strong> <span class="sub">${distanceOf(begin, now)}</span></p>
${skyChart(path, `${name} from ${words}, up to ${highestDeg}°`)}<p class="sub">${words}, up to ${highestDeg}° in the ${windOf(highest.azimuthDeg)}, ${visibleFor(end - begin)}</p></article>`
}

function visibleFor(spanMs: number): string {
  const count = Math.max(1, Math.round(spanMs / minutes(1)))
  return `visible for ${count} min`
}

/** Renders a pass as a row: where and when it rises, is highest, and sets. */
export function passRow({ name, noradId, rise, highest, set, visible }: SkyPass): Html {
  const cell = (sight: SkyPass['highest'] | null) =>
    sight ? html`${localTime(sight.at)} ${windOf(sight.azimuthDeg)}` : 'is up'
  return html`<tr><th scope="row">${name} <span class="sub">${noradId}</span></th><td>${cell(rise)}</td><td>${cell(highest)}, ${Math.round(highest.elevationDeg)}°</td><td>${cell(set)}</td><td>${visible.map(([from, to], i) => html`${i > 0 && ', '}${localTime(from)} – ${localTime(to)}`)}</td></tr>`
}
