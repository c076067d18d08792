import type { LoggedAlert } from '#alerts/alert'
import { RECENT_MS } from '#alerts/recent-alerts'
import { isNoaas } from '#alerts/types/notices'
import { type Content, type Html, html } from '#endpoint/page/html'
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
  const [theirs, ours] = [true, false].map((noaas) => alerts.filter(({ type }) => isNoaas(type) === noaas))
  return renderPage({
    title: 'Alerts',
    root,
    current: 'alerts',
    sourceNote,
    main: html`<header class="page-head"><h1>Alerts</h1>
<p class="muted">As of <time datetime="${iso(now)}">${formatDateTime(now)}</time>. ${howOften(facts)}</p></header>
<section aria-labelledby="timeline"><h2 id="timeline">The last 30 days</h2>${alerts.length > 0 ? alertTimeline(alerts, now) : emptyState(facts)}</section>
${listSection('list', 'What happened', 'Found by this server in the measurements and lists of its providers.', ours)}
${listSection('noaa', 'What NOAA announced', html`The notices of NOAA’s forecasters, in their words; <a href="${root}v1/space-weather/notices?in_force=true">what is in force</a> needs a key.`, theirs)}
${subscribeSection(hasWebhooks, root)}`,
  })
}

function listSection(id: string, name: string, words: Content, alerts: readonly LoggedAlert[] = []): Content {
  if (alerts.length === 0) return ''
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${name}</h2><p class="intro">${words}${alerts.length > MAX_LISTED && ` The newest ${MAX_LISTED} of ${alerts.length}.`}</p>${alertList(alerts.slice(0, MAX_LISTED))}</section>`
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
