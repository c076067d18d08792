import type { LoggedAlert } from '#alerts/alert'
import { describeAlert } from '#alerts/describe-alert'
import { type Html, html } from '#endpoint/page/html'
import { formatDay, formatTime } from '#endpoint/page/timestamps'
import { utcDay } from '#kit/time'
import { groupNameOf } from '#site/alerts/alert-groups'

/** Renders alerts by UTC day; they are ordered newest first by when they happened. */
export function alertList(alerts: readonly LoggedAlert[]): Html {
  const ordered = alerts.toSorted((a, b) => b.timestamp.localeCompare(a.timestamp))
  const dayOf = ({ timestamp }: LoggedAlert) => utcDay(Date.parse(timestamp))
  return html`${[...new Set(ordered.map(dayOf))].map(
    (day) => html`<div class="day"><h3><time datetime="${day}">${formatDay(Date.parse(day))}</time></h3>
<ol class="alerts">${ordered.filter((alert) => dayOf(alert) === day).map(item)}</ol></div>`,
  )}`
}

function item(alert: LoggedAlert): Html {
  const { id, type, timestamp } = alert
  return html`<li class="alert" id="${id}"><time datetime="${timestamp}">${formatTime(Date.parse(timestamp))}</time>
<p>${describeAlert(alert)}</p><p class="sub">${groupNameOf(type)} · <code>${type}</code></p></li>`
}
