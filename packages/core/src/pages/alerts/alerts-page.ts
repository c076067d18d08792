import type { LoggedAlert } from '#alert'
import { alertList } from '#pages/alerts/alert-list'
import { alertTimeline } from '#pages/alerts/alert-timeline'
import { subscribeSection } from '#pages/alerts/subscribe-section'
import { type Html, html } from '#pages/html'
import { type HtmlPage, renderPage } from '#pages/layout'
import { formatDateTime } from '#pages/timestamps'
import { iso } from '#time'

/** Alerts listed at most; the time line shows all. */
const MAX_LISTED = 100

/** What the page of alerts shows. */
export interface AlertFacts {
  /** Public ones of the last 30 days, newest first. */
  readonly alerts: readonly LoggedAlert[]
  /** Whether anybody receives alerts, so that they are looked for. */
  readonly isListening: boolean
  readonly hasWebhooks: boolean
  readonly sourceNote: string
  /** Epoch milliseconds. */
  readonly now: number
}

/** Renders the page of alerts. `root` is the prefix of every link. */
export function alertsPage(
  { alerts, isListening, hasWebhooks, sourceNote, now }: AlertFacts,
  root: string,
): HtmlPage {
  return renderPage({
    title: 'Alerts',
    root,
    current: 'alerts',
    sourceNote,
    main: html`<header class="page-head"><h1>Alerts</h1>
<p class="muted">As of <time datetime="${iso(now)}">${formatDateTime(now)}</time>. ${isListening ? 'New alerts are looked for once a minute.' : 'Nobody is listening at present, so alerts are not looked for.'}</p></header>
<section aria-labelledby="timeline"><h2 id="timeline">The last 30 days</h2>${alerts.length > 0 ? alertTimeline(alerts, now) : emptyState(isListening)}</section>
${alerts.length > 0 && html`<section aria-labelledby="list"><h2 id="list">What happened</h2>${alerts.length > MAX_LISTED && html`<p class="intro">The newest ${MAX_LISTED} of ${alerts.length}.</p>`}${alertList(alerts.slice(0, MAX_LISTED))}</section>`}
${subscribeSection(hasWebhooks, root)}`,
  })
}

function emptyState(isListening: boolean): Html {
  const next = isListening
    ? 'Nothing has happened since somebody began to listen: most weeks have a flare or a changed launch.'
    : 'Alerts are looked for only while somebody listens: a webhook, or a client that has pulled, streamed or read the feed in the last 24 hours. Subscribe below to begin.'
  return html`<div class="card empty-state"><p><strong>No alerts yet.</strong> ${next}</p></div>`
}
