import type { LoggedAlert } from '#alerts/alert'
import { RECENT_MS } from '#alerts/recent-alerts'
import { type Html, html } from '#endpoint/page/html'
import { type HtmlPage, renderPage } from '#endpoint/page/layout'
import { formatDateTime } from '#endpoint/page/timestamps'
import { iso } from '#kit/time'
import { alertList } from '#site/alerts/alert-list'
import { alertTimeline } from '#site/alerts/alert-timeline'
import { subscribeSection } from '#site/alerts/subscribe-section'

/** Alerts listed at most; the time line shows all. */
const MAX_LISTED = 100

/** What the page of alerts shows. */
export interface AlertFacts {
  /** Public ones of the last 30 days, newest first. */
  readonly alerts: readonly LoggedAlert[]
  /** Whether anybody receives alerts, so that they are looked for every minute. */
  readonly isListening: boolean
  readonly isMirror: boolean
  /** When alerts were looked for first, ISO 8601 UTC; `null` before that. */
  readonly monitoringSince: string | null
  readonly hasWebhooks: boolean
  readonly sourceNote: string
  /** Epoch milliseconds. */
  readonly now: number
}

/** Renders the page of alerts. `root` is the prefix of every link. */
export function alertsPage(facts: AlertFacts, root: string): HtmlPage {
  const { alerts, hasWebhooks, sourceNote, now } = facts
  return renderPage({
    title: 'Alerts',
    root,
    current: 'alerts',
    sourceNote,
    main: html`<header class="page-head"><h1>Alerts</h1>
<p class="muted">As of <time datetime="${iso(now)}">${formatDateTime(now)}</time>. ${howOften(facts)}</p></header>
<section aria-labelledby="timeline"><h2 id="timeline">The last 30 days</h2>${alerts.length > 0 ? alertTimeline(alerts, now) : emptyState(facts)}</section>
${alerts.length > 0 && html`<section aria-labelledby="list"><h2 id="list">What happened</h2>${alerts.length > MAX_LISTED && html`<p class="intro">The newest ${MAX_LISTED} of ${alerts.length}.</p>`}${alertList(alerts.slice(0, MAX_LISTED))}</section>`}
${subscribeSection(hasWebhooks, root)}`,
  })
}

function howOften({ isListening, isMirror }: AlertFacts): string {
  if (isListening) return 'New alerts are looked for once a minute.'
  if (isMirror) return 'This mirror looks for alerts while somebody listens, and nobody does at present.'
  return 'New alerts are looked for once an hour, and once a minute while somebody listens.'
}

function emptyState({ monitoringSince, now }: AlertFacts): Html {
  if (monitoringSince === null)
    return html`<div class="card empty-state"><p><strong>No alerts yet.</strong> They have not been looked for on this store: the servers that run its jobs do.</p></div>`
  return html`<div class="card empty-state"><p><strong>No alerts ${isLong(monitoringSince, now) ? 'in the last 30 days' : 'so far'}.</strong> Monitoring since <time datetime="${monitoringSince}">${formatDateTime(Date.parse(monitoringSince))}</time>; most weeks have a flare or a changed launch.</p></div>`
}

function isLong(since: string, now: number): boolean {
  return now - Date.parse(since) >= RECENT_MS
}
