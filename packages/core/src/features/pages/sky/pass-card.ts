import { compassPoint, distanceOf } from '@space-data/charts/text'
import { skyChart } from '#features/pages/sky/sky-chart'
import type { SkyPass } from '#features/pages/sky/sky-facts'
import { skyWay } from '#features/pages/sky/sky-way'
import { seenHeightOf } from '#features/passes/seen-height'
import { type Html, html } from '#features/shared/page/html'
import { formatTime } from '#features/shared/page/timestamps'
import { iso, minutes, utcDay } from '#kernel/kit/time'

/** Renders an instant as `21:04` in UTC; the script of the page shows it in the time of the browser. */
export function localTime(at: number): Html {
  return html`<time datetime="${iso(at)}" data-at="${iso(at)}">${formatTime(at)}</time>`
}

/** Renders an instant of the next 24 hours with its day, such as `tomorrow 04:48`; the script does, too. */
export function localDayTime(at: number, now: number): Html {
  const day = utcDay(at) === utcDay(now) ? '' : 'tomorrow '
  return html`<time datetime="${iso(at)}" data-at="${iso(at)}" data-day>${day}${formatTime(at)}</time>`
}

/** Renders a visible pass with its chart. */
export function passCard(pass: SkyPass, root: string, now: number): Html {
  const { name, norad_id, highest, visible } = pass
  const [first, last] = [visible[0]?.start ?? highest, visible.at(-1)?.end ?? highest]
  const [begin, end] = [Date.parse(first.at), Date.parse(last.at)]
  const { elevationDeg, azimuthDeg } = seenHeightOf(pass)
  const where = azimuthDeg === null ? '' : ` in the ${compassPoint(azimuthDeg)}`
  const way = `${compassPoint(first.azimuth_deg)} to ${compassPoint(last.azimuth_deg)}, up to ${Math.round(elevationDeg)}°${where}`
  return html`<article class="card pass-card"><h3><a href="${root}globe?object=${norad_id}">${name}</a></h3><p><strong>${localTime(begin)} – ${localTime(end)}</strong> <span class="sub">${distanceOf(begin, now)}</span></p>
${skyChart(skyWay(pass), `${name}: ${way}`)}<p class="sub">${way}, visible for ${Math.max(1, Math.round((end - begin) / minutes(1)))} min</p></article>`
}

/** Renders passes as a table. */
export function passTable(label: string, passes: readonly SkyPass[]): Html {
  return html`<div class="card scroll" tabindex="0" role="region" aria-label="${label}"><table><thead><tr><th scope="col">Object</th><th scope="col">Rises</th><th scope="col">Highest</th><th scope="col">Sets</th><th scope="col">Visible</th></tr></thead><tbody>${passes.map(passRow)}</tbody></table></div>`
}

/** Renders a pass as a row: where and when it rises, is highest, and sets. */
function passRow({ name, norad_id, rise, highest, set, visible }: SkyPass): Html {
  const cell = (sight: SkyPass['rise']) =>
    sight ? html`${localTime(Date.parse(sight.at))} ${compassPoint(sight.azimuth_deg)}` : 'is up'
  return html`<tr><th scope="row">${name} <span class="sub">${norad_id}</span></th><td>${cell(rise)}</td><td>${cell(highest)}, ${Math.round(highest.elevation_deg)}°</td><td>${cell(set)}</td><td>${visible.map(({ start, end }, i) => html`${i > 0 && ', '}${localTime(Date.parse(start.at))} – ${localTime(Date.parse(end.at))}`)}</td></tr>`
}
