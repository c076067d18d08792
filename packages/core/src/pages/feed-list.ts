import type { FeedState } from '#describe/feed-state'
import type { StatusReport } from '#describe/status-report'
import { spanOf } from '#figures/span'
import { dayStrip, stripLegend } from '#pages/day-strip'
import { type Content, type Html, html } from '#pages/html'
import { ago, moment } from '#pages/moment'
import { STATE_WORDS, stateMark } from '#pages/state-mark'
import type { FeedFacts, StatusFacts } from '#pages/status-facts'

type Row = StatusReport['upstreams'][number]

/** Every feed under its provider: state, history, ages, and what is wrong. */
export function feedList({ report, feeds, now }: StatusFacts): Html {
  const providers = [...new Set(report.upstreams.map(({ provider }) => provider))]
  return html`<section aria-labelledby="feeds"><div class="heading"><h2 id="feeds">Upstream feeds</h2>${stripLegend()}</div>
<p class="intro">Each bar is one of the last 90 days, today on the right. Fallbacks are asked only when the feed before them fails.</p>
${providers.map((provider) => {
  const rows = report.upstreams.filter((row) => row.provider === provider)
  return html`<div class="provider"><h3>${provider}</h3><p class="tally">${tallyOf(rows.map(({ status }) => status))}</p>
<ul class="feeds">${rows.map((row) => feed(row, feeds.get(row.id), now))}</ul></div>`
})}</section>`
}

function feed(row: Row, facts: FeedFacts | undefined, now: number): Html {
  const { id, status, latency_ms, data_as_of, last_ok_at } = row
  const label = facts?.label ?? id
  const state = html`<span class="${status}">${STATE_WORDS[status]}</span> · <code>${id}</code>`
  const who = html`<div class="who">${stateMark(status)}<div><h4>${label}</h4><p class="sub">${state}</p></div></div>`
  const days = facts?.days ?? []
  if (status === 'unknown' && days.length === 0) {
    return html`<li class="feed unasked">${who}</li>`
  }
  return html`<li class="feed">${who}
${dayStrip(days, now)}
<dl class="facts">${[
    fact('Newest value', data_as_of === null ? '–' : ago(Date.parse(data_as_of), now)),
    fact('Last good', last_ok_at === null ? '–' : ago(Date.parse(last_ok_at), now)),
    fact('Took', latency_ms === null ? '–' : latencyOf(latency_ms)),
  ]}</dl>${wrongOf(row, facts, now)}</li>`
}

function wrongOf({ status, error, data_as_of }: Row, facts: FeedFacts | undefined, now: number): Html | null {
  if (error !== null) {
    const since = facts?.failingSince ?? null
    return html`<p class="wrong">${error}${since !== null && html` <span class="muted">since ${moment(since, now)}</span>`}</p>`
  }
  if (status !== 'degraded' || data_as_of === null) return null
  return html`<p class="wrong late">It answers, but its newest value is ${spanOf(now - Date.parse(data_as_of))} old</p>`
}

function fact(name: string, value: Content): Html {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`
}

function latencyOf(ms: number): string {
  return ms < 10_000 ? `${Math.round(ms)} ms` : spanOf(ms)
}

const ORDER: readonly FeedState[] = ['down', 'degraded', 'operational', 'unknown']

/** `1 down, 8 operational, 2 not asked yet`. */
export function tallyOf(states: readonly FeedState[]): string {
  return ORDER.flatMap((state) => {
    const count = states.filter((each) => each === state).length
    return count > 0 ? `${count} ${STATE_WORDS[state]}` : []
  }).join(', ')
}
