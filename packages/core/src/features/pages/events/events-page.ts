import script from 'browser:plots'
import { referenceLink } from '#features/pages/docs/operation-links'
import { eventCharts } from '#features/pages/events/event-chart'
import { arrivalsAhead, eventTables } from '#features/pages/events/event-lists'
import { EVENTS_STYLE } from '#features/pages/events/events-style'
import { type FeedFailure, failureNote } from '#features/pages/feed-failures'
import type { RecentEvents } from '#features/pages/recent-events'
import { type Html, html } from '#features/shared/page/html'
import { type HtmlPage, renderPage } from '#features/shared/page/layout'
import { formatDateTime } from '#features/shared/page/timestamps'
import { iso } from '#kernel/kit/time'

/** Content of the events page. */
export interface EventsFacts {
  /** `null` if no list is available. */
  readonly recent: RecentEvents | null
  /** Cause of a missing list, if known. */
  readonly failure: FeedFailure | undefined
  readonly sourceNote: string
  /** Epoch milliseconds. */
  readonly now: number
}

/** The kinds of events in words. */
const KIND_WORDS = { cme: 'coronal mass ejections', flare: 'flares', sep: 'energetic particles' } as const

/** Renders the page of solar events. `root` is the prefix of every link. */
export function eventsPage(facts: EventsFacts, root: string): HtmlPage {
  const { recent, sourceNote, now } = facts
  return renderPage({
    title: 'Solar events',
    description:
      'Flares, coronal mass ejections with their predicted arrivals, and particle events of 7 days.',
    root,
    current: 'events',
    sourceNote,
    style: EVENTS_STYLE,
    script,
    main: html`<header class="page-head"><h1>Solar events</h1>
<p class="muted">As of <time datetime="${iso(now)}">${formatDateTime(now)}</time>, from NASA’s DONKI${sourceNote && ` ${sourceNote}`}. DONKI adds events hours later and revises them for months. <a href="${referenceLink(root, 'Events', 'listRecentEvents')}">Get it as JSON</a>.</p></header>
${recent ? content(recent, now) : emptyState(facts, root)}`,
  })
}

function content({ events, unavailable_kinds }: RecentEvents, now: number): Html {
  return html`${unavailable_kinds.length > 0 && html`<p class="notice">Not available now: ${unavailable_kinds.map((kind) => KIND_WORDS[kind]).join(', ')}.</p>`}
${arrivalsAhead(events, now)}
<section aria-labelledby="week"><h2 id="week">The last 7 days</h2><p class="hint">Move over a plot, or focus it and use the arrow keys, to read it.</p>
<div class="card week">${eventCharts(events, now)}</div></section>
${eventTables(events)}`
}

function emptyState({ failure }: EventsFacts, root: string): Html {
  const cause = failure ? html`${failureNote(failure, root)}.` : 'Reload this page in a few seconds.'
  return html`<div class="card empty-state"><p><strong>No events are available yet.</strong> ${cause}</p></div>`
}
