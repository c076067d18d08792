import type { DayFacts } from '#features/pages/day-facts'
import { referenceLink } from '#features/pages/docs/operation-links'
import { levelClass } from '#features/pages/level-style'
import { auroraFigure } from '#features/pages/weather/aurora-maps'
import { bulletins } from '#features/pages/weather/bulletins'
import type { WeatherFacts } from '#features/pages/weather/weather-facts'
import { type Html, html } from '#features/shared/page/html'
import { formatDateTime, formatDay, relativeAndAbsoluteTime } from '#features/shared/page/timestamps'
import { inForceByStep } from '#features/space-weather/notices/notices'
import { geomagneticStorms, levelOf, stepOf } from '#features/space-weather/scales/noaa-scales'
import { byArea } from '#features/space-weather/solar/regions'

/** Maximum number of notices in force listed; a link leads to the list of all. */
const MAX_NOTICES = 6

/** Renders NOAA's forecasts: three days, regions, notices in force, aurora, outlook, and texts. */
export function noaaWord({ day, bulletins: texts, aurora, now }: WeatherFacts, root: string): Html {
  return html`<section aria-labelledby="noaa"><h2 id="noaa">What NOAA says</h2>
<div class="noaa"><div>${threeDays(day)}${regionTable(day, root)}</div>${inForce(day, now, root)}${auroraFigure(aurora, now, root)}<div>${outlookStrip(day, now)}${bulletins(texts, now, root)}</div></div></section>`
}

function threeDays({ scales }: DayFacts): Html {
  if (!scales)
    return html`<article class="card"><h3>Three days</h3><p class="muted">No forecast available now.</p></article>`
  const percent = (value: number | null) => (value === null ? '–' : `${value} %`)
  const step = (scale: string | null) => (scale === null ? '–' : pill(scale))
  const { forecast } = scales
  const row = (name: string, cells: readonly (Html | string)[]) =>
    html`<tr><th scope="row">${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`
  return html`<article class="card"><h3>Three days</h3><div class="scroll" tabindex="0" role="region" aria-label="Forecast of three days"><table><thead><tr><td></td>${forecast.map(({ date }) => html`<th scope="col">${formatDay(Date.parse(date))}</th>`)}</tr></thead><tbody>
${row(
  'Geomagnetic storm',
  forecast.map(({ g_scale }) => step(g_scale)),
)}
${row(
  'Radio blackout R1–R2',
  forecast.map(({ r1_r2_percent }) => percent(r1_r2_percent)),
)}
${row(
  'R3 or greater',
  forecast.map(({ r3_percent }) => percent(r3_percent)),
)}
${row(
  'Radiation storm S1 or greater',
  forecast.map(({ s1_percent }) => percent(s1_percent)),
)}
</tbody></table></div></article>`
}

function pill(scale: string): Html {
  return html`<span class="pill ${levelClass(scale)}">${scale}</span>`
}

function inForce({ notices }: DayFacts, now: number, root: string): Html {
  if (!notices)
    return html`<article class="card"><h3>In force</h3><p class="muted">No list available now.</p></article>`
  const current = inForceByStep(notices)
  const rest = current.length - MAX_NOTICES
  const items = current.slice(0, MAX_NOTICES).map(({ kind, headline, in_force_until, scale, level }) => {
    const until =
      in_force_until === null
        ? ''
        : html`<span class="muted">until ${formatDateTime(Date.parse(in_force_until))}</span>`
    const badge = scale !== null && level !== null && level > 0
    return html`<li>${badge && html`${pill(`${scale}${level}`)} `}${headline ?? kind} ${until}</li>`
  })
  return html`<article class="card"><h3>In force</h3>${current.length === 0 ? html`<p>No watch, warning or alert is in force.</p>` : html`<ul class="notices">${items}</ul>`}
<p class="when">${rest > 0 && `And ${rest} more. `}<a href="${referenceLink(root, 'Space weather', 'listNotices')}">All notices of a month</a>, as of ${relativeAndAbsoluteTime(Date.parse(notices.as_of), now)}</p></article>`
}

/** Renders the highest Kp of each day of the outlook as a strip of its colours. */
function outlookStrip({ outlook }: DayFacts, now: number): Html | undefined {
  if (!outlook) return undefined
  const cells = outlook.days.map(({ date, kp_max, f107_sfu, ap }) => {
    const { scale } = stepOf(geomagneticStorms, levelOf(geomagneticStorms, kp_max))
    const label = `${date}: Kp up to ${kp_max}, Ap ${ap}, F10.7 ${f107_sfu}`
    return html`<li class="${levelClass(scale)}" title="${label}"><span>${date.slice(8)}</span><b>${kp_max}</b></li>`
  })
  const issued = relativeAndAbsoluteTime(Date.parse(outlook.issued_at), now)
  return html`<article class="card outlook"><h3>Outlook: highest Kp of 27 days</h3><ol>${cells}</ol><p class="when">Issued ${issued}. Storms caused by coronal holes recur with the rotation of the Sun; eruptions cannot be predicted.</p></article>`
}

/** Maximum number of listed regions. */
const MAX_REGIONS = 8

/** Renders the active regions of the Sun, the largest first. */
function regionTable({ regions }: DayFacts, root: string): Html | undefined {
  if (!regions || regions.regions.length === 0) return undefined
  const largest = byArea(regions.regions).slice(0, MAX_REGIONS)
  const percent = (value: number | null) => (value === null ? '–' : `${value} %`)
  const rows = largest.map(
    (each) =>
      html`<tr><th scope="row">${each.active_region}</th><td>${each.location ?? '–'}</td><td>${each.area_millionths ?? '–'}</td><td>${each.spot_class ?? '–'}</td><td>${each.magnetic_class ?? '–'}</td><td>${percent(each.m_class_percent)}</td><td>${percent(each.x_class_percent)}</td></tr>`,
  )
  return html`<article class="card regions"><h3>Active regions of the Sun</h3><div class="scroll" tabindex="0" role="region" aria-label="Table of active regions"><table><thead><tr>${['Region', 'Location', 'Area', 'Spots', 'Magnetic class', 'M', 'X'].map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>
<p class="when">The largest of ${regions.count} regions on ${regions.date}. Area in millionths of the hemisphere; M and X: probability of a flare of the class. <a href="${referenceLink(root, 'Space weather', 'listRegions')}">All regions of the last 30 days</a></p></article>`
}
