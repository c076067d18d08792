import { spanOf } from '@space-data/charts'
import { type Content, type Html, html } from '#pages/html'
import { STATE_LABELS, stateIcon } from '#pages/state-icon'
import type { FeedFacts, StatusFacts } from '#pages/status-facts'
import { elapsedSince, relativeTime } from '#pages/timestamps'
import { uptimeBars, uptimeLegend } from '#pages/uptime-bars'
import type { FeedState } from '#status/feed-state'
import type { StatusReport } from '#status/report'

type FeedRow = StatusReport['upstreams'][number]

/** Renders every feed under its provider: state, request history, age of its data and current error. */
export function feedList({ report, feeds, now }: StatusFacts): Html {
  const providers = [...new Set(report.upstreams.map(({ provider }) => provider))]
  return html`<section aria-labelledby="feeds"><div class="heading"><h2 id="feeds">Upstream feeds</h2>${uptimeLegend()}</div>
<p class="intro">Each bar is one of the last 90 days, today on the right. Fallbacks are queried only when the feed above them fails.</p>
${providers.map((provider) => {
  const rows = report.upstreams.filter((row) => row.provider === provider)
  return html`<div class="provider"><h3>${provider}</h3><p class="tally">${summarizeFeedStates(rows.map(({ status }) => status))}</p>
<ul class="feeds">${rows.map((row) => feedItem(row, feeds.get(row.id), now))}</ul></div>`
})}</section>`
}

function feedItem(row: FeedRow, facts: FeedFacts | undefined, now: number): Html {
  const { id, status, latency_ms, data_as_of, last_ok_at } = row
  const label = facts?.label ?? id
  const state = html`<span class="${status}">${STATE_LABELS[status]}</span> · <code>${id}</code>`
  const name = html`<div class="who">${stateIcon(status)}<div><h4>${label}</h4><p class="sub">${state}</p></div></div>`
  const days = facts?.days ?? []
  if (status === 'unknown' && days.length === 0) {
    return html`<li class="feed unchecked">${name}</li>`
  }
  return html`<li class="feed">${name}
${uptimeBars(days, now)}
<dl class="facts">${[
    fact('Newest value', data_as_of === null ? '–' : relativeTime(Date.parse(data_as_of), now)),
    fact('Last success', last_ok_at === null ? '–' : relativeTime(Date.parse(last_ok_at), now)),
    fact('Latency', latency_ms === null ? '–' : formatLatency(latency_ms)),
  ]}</dl>${issueLine(row, facts, now)}</li>`
}

/** Renders the current error and since when, or that the data are late; `null` if there is neither. */
function issueLine(
  { status, error, data_as_of }: FeedRow,
  facts: FeedFacts | undefined,
  now: number,
): Html | null {
  if (error !== null) {
    const since = facts?.failingSince ?? null
    return html`<p class="wrong">${error}${since !== null && html` <span class="muted">· ${elapsedSince(since, now)}</span>`}</p>`
  }
  if (status !== 'degraded' || data_as_of === null) return null
  return html`<p class="wrong late">Responding, but its newest value is ${spanOf(now - Date.parse(data_as_of))} old</p>`
}

function fact(name: string, value: Content): Html {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`
}

function formatLatency(ms: number): string {
  return ms < 10_000 ? `${Math.round(ms)} ms` : spanOf(ms)
}

const ORDER: readonly FeedState[] = ['down', 'degraded', 'operational', 'unknown']

/** Counts feeds by state, worst first: `1 down, 8 operational, 2 not checked yet`. */
export function summarizeFeedStates(states: readonly FeedState[]): string {
  return ORDER.flatMap((state) => {
    const count = states.filter((each) => each === state).length
    return count > 0 ? `${count} ${STATE_LABELS[state]}` : []
  }).join(', ')
}
