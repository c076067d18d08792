import type { LoggedAlert } from '#features/alerts/alert'
import { describeAlert } from '#features/alerts/describe-alert'
import type { AlertEvent } from '#features/pages/alerts/alert-events'
import { GROUPS, groupIndexOf } from '#features/pages/alerts/alert-groups'
import { levelClass } from '#features/pages/level-style'
import { type Html, html } from '#features/shared/page/html'
import { formatDay, formatTime } from '#features/shared/page/timestamps'

/** Number of events shown; the next ones are folded. */
const SHOWN = 30
/** Maximum number of folded events. */
export const MAX_LISTED = 150

/** Renders a row for each event, newest first, with its earlier alerts folded. */
export function alertList(events: readonly AlertEvent[]): Html {
  const [shown, more] = [events.slice(0, SHOWN), events.slice(SHOWN, MAX_LISTED)]
  return html`<ol class="alerts">${shown.map(row)}</ol>${more.length > 0 && html`<details class="more"><summary>${more.length} more</summary><ol class="alerts">${more.map(row)}</ol></details>`}`
}

function row({ newest, earlier, scale }: AlertEvent): Html {
  const group = groupIndexOf(newest.type)
  const pill = scale === null ? 'kind' : levelClass(scale)
  const line = html`<span class="pill ${pill}">${scale ?? GROUPS[group]?.tag ?? 'Alert'}</span> <span>${describeAlert(newest)}${earlier.length > 0 && html` <small>${earlier.length} earlier</small>`}</span> ${timeOf(newest)}`
  return html`<li class="event kind-${group}" id="${newest.id}">${earlier.length > 0 ? html`<details><summary class="line">${line}</summary><ol>${earlier.map((each) => html`<li id="${each.id}">${describeAlert(each)} ${timeOf(each)}</li>`)}</ol></details>` : html`<p class="line">${line}</p>`}</li>`
}

function timeOf({ timestamp }: LoggedAlert): Html {
  const at = Date.parse(timestamp)
  return html`<time datetime="${timestamp}">${formatDay(at)} ${formatTime(at)}</time>`
}
