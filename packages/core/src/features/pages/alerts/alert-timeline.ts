import { distanceOf } from '@space-data/charts/text'
import type { LoggedAlert } from '#features/alerts/alert'
import { type AlertGroup, groupAlerts } from '#features/pages/alerts/alert-groups'
import { type Html, html } from '#features/shared/page/html'
import { formatDay } from '#features/shared/page/timestamps'
import { days } from '#kernel/kit/time'

const DAYS = 30
/** Units of the drawing per day, and its height. */
const [DAY_WIDTH, HEIGHT] = [24, 24]
const WIDTH = DAYS * DAY_WIDTH
const MARK_WIDTH = 3

/**
 * Renders the last 30 days as one line for each group: a mark for each alert, and a band for each lasting
 * event. A button in the line limits the list below to the group; `listed` are the groups that it contains.
 */
export function alertTimeline(
  alerts: readonly LoggedAlert[],
  listed: ReadonlySet<number>,
  now: number,
): Html {
  const all = html`<li><label><input type="radio" name="kind" checked>All</label><code></code><span class="tally">${alerts.length}</span></li>`
  return html`<div class="card timeline"><ul>${all}${groupAlerts(alerts).map((group, i) => row(group, listed.has(i) ? i : null, now))}</ul>
<p class="axis" aria-hidden="true">${[30, 20, 10].map((back) => html`<span>${formatDay(now - days(back))}</span>`)}<span>today</span></p></div>`
}

function row({ name, pattern, alerts }: AlertGroup, kind: number | null, now: number): Html {
  const x = (at: number) => Math.max(0, WIDTH - ((now - at) / days(1)) * DAY_WIDTH)
  const marks = alerts.map(({ timestamp }) => mark(x(Date.parse(timestamp))))
  const bands = alerts.flatMap(({ data, timestamp }) => {
    const startedAt = Date.parse(String(data['started_at']))
    const [from, to] = [x(startedAt), x(Date.parse(timestamp))]
    return to > from ? `M${round(from)} 8H${round(to)}V16H${round(from)}z` : []
  })
  return html`<li>${kind === null ? html`<span class="kind-name">${name}</span>` : html`<label><input type="radio" name="kind" id="kind-${kind}">${name}</label>`}<code>${pattern}</code><span class="tally">${alerts.length || '–'}</span>
<svg class="strip" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${describe({ name, alerts }, now)}"><path class="rule" d="M0 11.5H${WIDTH}v1H0z"/>${bands.length > 0 && html`<path class="band" d="${bands.join('')}"/>`}${marks.length > 0 && html`<path class="tick" d="${marks.join('')}"/>`}</svg></li>`
}

/** The path of a mark; one at the edge is moved inside. */
function mark(x: number): string {
  return `M${round(Math.min(x, WIDTH - MARK_WIDTH))} 2h${MARK_WIDTH}v20h-${MARK_WIDTH}z`
}

const round = (x: number) => Math.round(x * 10) / 10

function describe({ name, alerts }: Pick<AlertGroup, 'name' | 'alerts'>, now: number): string {
  const [newest] = alerts
  if (!newest) return `${name}: none in ${DAYS} days`
  return `${name}: ${alerts.length} in ${DAYS} days, the last ${distanceOf(Date.parse(newest.timestamp), now)}`
}
