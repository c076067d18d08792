import { groupThousands } from '@space-data/charts/text'
import { type Html, html } from '#features/shared/page/html'
import { formatDay } from '#features/shared/page/timestamps'
import type { EndpointHealth } from '#features/status/endpoint-health'
import type { HealthFacts } from '#features/status/health-facts'
import { findIncidents, type Incident } from '#features/status/incidents'
import { days } from '#kernel/kit/time'

/** Number of incidents shown; older ones are folded. */
const SHOWN = 5

/** Renders the incidents of the last year, the latest first. */
export function incidentList({ checks }: HealthFacts, endpoints: readonly EndpointHealth[]): Html {
  const incidents = findIncidents(endpoints, checks)
  const [latest, older] = [incidents.slice(0, SHOWN), incidents.slice(SHOWN)]
  return html`<section aria-labelledby="incidents"><h2 id="incidents">Incidents</h2>
<p class="intro">${incidents.length === 0 ? 'None recorded. ' : ''}Days on which at least 5 % of an endpoint’s requests got no data from any feed. Requests are stored for 90 days, results of full checks for a year.</p>
${latest.length > 0 && html`<ul class="incidents card">${latest.map(incidentLine)}</ul>`}
${older.length > 0 && html`<details id="older-incidents"><summary>${older.length} older</summary><ul class="incidents card">${older.map(incidentLine)}</ul></details>`}</section>`
}

function incidentLine({ name, firstDay, lastDay, total, lost }: Incident): Html {
  const [first, last] = [Date.parse(firstDay), Date.parse(lastDay)]
  const length = Math.round((last - first) / days(1)) + 1
  const dates = length === 1 ? formatDay(first) : `${formatDay(first)} – ${formatDay(last)} (${length} days)`
  return html`<li><time datetime="${firstDay}">${dates}</time> <strong>${name}</strong> <span class="muted">${groupThousands(lost)} of ${groupThousands(total)} ${total === 1 ? 'request' : 'requests'} got no data</span></li>`
}
