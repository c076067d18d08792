import type { LoggedAlert } from '#features/alerts/alert'
import { RECENT_MS } from '#features/alerts/recent-alerts'
import { type AlertEvent, foldAlerts } from '#features/pages/alerts/alert-events'
import { groupIndexOf } from '#features/pages/alerts/alert-groups'
import { alertList, MAX_LISTED } from '#features/pages/alerts/alert-list'
import { alertTimeline } from '#features/pages/alerts/alert-timeline'
import { ALERTS_STYLE } from '#features/pages/alerts/alerts-style'
import { subscribeSection } from '#features/pages/alerts/subscribe-section'
import { type Html, html } from '#features/shared/page/html'
import { type HtmlPage, renderPage } from '#features/shared/page/layout'
import { formatDateTime } from '#features/shared/page/timestamps'
import { iso } from '#kernel/kit/time'

/** Content of the alerts page. */
export interface AlertFacts {
  /** Public ones of the last 30 days, newest first. */
  readonly alerts: readonly LoggedAlert[]
  /** Whether alerts have receivers, so that the check for alerts runs every minute. */
  readonly isListening: boolean
  readonly isMirror: boolean
  /** Time of the first check for alerts, ISO 8601 UTC; `null` before it. */
  readonly monitoringSince: string | null
  readonly hasWebhooks: boolean
  readonly sourceNote: string
  /** Epoch milliseconds. */
  readonly now: number
}

/** Renders the alerts page. `root` is the prefix of every link. */
export function alertsPage(facts: AlertFacts, root: string): HtmlPage {
  const { alerts, hasWebhooks, sourceNote, now } = facts
  const events = foldAlerts(alerts)
  return renderPage({
    title: 'Alerts',
    description: 'Storms, flares, launches and changes of the catalogue in the last 30 days, newest first.',
    root,
    current: 'alerts',
    sourceNote,
    style: ALERTS_STYLE,
    main: html`<header class="page-head"><h1>Alerts</h1>
<p class="muted">As of <time datetime="${iso(now)}">${formatDateTime(now)}</time>. ${howOften(facts)}</p></header>
${alerts.length > 0 ? eventSections(events, facts) : emptyState(facts)}
${subscribeSection(hasWebhooks, root)}`,
  })
}

function eventSections(events: readonly AlertEvent[], { alerts, now }: AlertFacts): Html {
  const listed = events.slice(0, MAX_LISTED)
  const kinds = new Set(listed.map(({ newest }) => groupIndexOf(newest.type)))
  return html`<section aria-labelledby="timeline"><h2 id="timeline">The last 30 days</h2>${alertTimeline(alerts, kinds, now)}</section>
<section aria-labelledby="list"><h2 id="list">Events</h2>
<p class="muted">One row for each event, newest first${events.length > MAX_LISTED && `, the newest ${MAX_LISTED} of ${events.length}`}. NOAA’s notices are unchanged; this server detects all other events in the data of its providers.</p>
${alertList(listed)}</section>`
}

function howOften({ isListening, isMirror }: AlertFacts): string {
  if (isListening) return 'This server checks for new alerts once a minute.'
  if (isMirror) return 'This mirror checks for new alerts only while they have receivers. There are none now.'
  return 'This server checks for new alerts once an hour, and once a minute while they have receivers.'
}

function emptyState({ monitoringSince, now }: AlertFacts): Html {
  if (monitoringSince === null)
    return html`<div class="card empty-state"><p><strong>No alerts yet.</strong> No server has checked for alerts on this store; servers that run jobs do.</p></div>`
  return html`<div class="card empty-state"><p><strong>No alerts ${isLong(monitoringSince, now) ? 'in the last 30 days' : 'so far'}.</strong> Monitoring since <time datetime="${monitoringSince}">${formatDateTime(Date.parse(monitoringSince))}</time>; most weeks have a flare or a changed launch.</p></div>`
}

function isLong(since: string, now: number): boolean {
  return now - Date.parse(since) >= RECENT_MS
}
