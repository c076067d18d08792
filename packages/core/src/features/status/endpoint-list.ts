import { durationText } from '@space-data/charts/text'
import { type Html, html } from '#features/shared/page/html'
import { STATE_LABELS, stateIcon } from '#features/shared/page/state-icon'
import { relativeTime } from '#features/shared/page/timestamps'
import type { EndpointHealth, FeedChain, FeedHealth } from '#features/status/endpoint-health'
import { feedTrouble } from '#features/status/problem-list'
import { dayOutcomes, firstDay, firstHour, hourOutcomes, uptimeSince } from '#features/status/uptime'
import { uptimeBars } from '#features/status/uptime-bars'

/** Renders an endpoint: its state, history, share of good requests, and its feeds folded. */
export function endpointRow({ path, name, chains, state }: EndpointHealth, id: string, now: number): Html {
  return html`<li class="endpoint"><div class="who">${stateIcon(state)}<div><h3>${name}</h3><p class="sub"><span class="${state}">${stateLabel(chains, state)}</span>${path !== '' && html` · <code>${path}</code>`}</p></div></div>
${uptimeHistory(chains, now)}
<details id="${id}"><summary>${feedSummary(chains)}</summary><ul>${chains.flatMap(({ main, fallbacks }) => [feedLine(main, now), ...fallbacks.map((feed) => feedLine(feed, now))])}</ul></details></li>`
}

/** Renders the last 90 days of feeds, and the shares of their requests that succeeded. */
export function uptimeHistory(chains: readonly FeedChain[], now: number): Html {
  const outcomes = dayOutcomes(chains)
  const isCountedBefore = (day: string) => outcomes.some(({ period }) => period < day)
  // A longer span has a figure only if its data go back further than the shorter span.
  const figures = [
    ['24 h', uptimeSince(firstHour(now), hourOutcomes(chains))],
    ['7 days', isCountedBefore(firstDay(1, now)) ? uptimeSince(firstDay(7, now), outcomes) : '–'],
    ['90 days', isCountedBefore(firstDay(7, now)) ? uptimeSince(firstDay(90, now), outcomes) : '–'],
  ]
  return html`${uptimeBars(outcomes, now)}<span class="uptime">${figures.map(([span, share]) => html`<span><small>${span}</small> ${share}</span>`)}</span>`
}

export function stateLabel(chains: readonly FeedChain[], state: EndpointHealth['state']): string {
  if (state === 'unknown' && chains.some((chain) => chain.state !== 'unknown')) return 'partly checked'
  const isCarried = chains.every((chain) => chain.state === 'operational' || chain.active)
  return state === 'degraded' && isCarried ? 'fallback in use' : STATE_LABELS[state]
}

/** Summarizes the feeds of an endpoint: `primary; 1 fallback idle`, `primary and 1 fallback down`. */
function feedSummary(chains: readonly FeedChain[]): string {
  const isDown = ({ row }: FeedHealth) => row.status === 'down'
  const fallbacks = chains.flatMap((chain) => chain.fallbacks)
  const primariesDown = chains.filter(({ main }) => isDown(main)).length
  const fallbacksDown = fallbacks.filter(isDown).length
  const inUse = chains.filter(({ active }) => active).length
  const primaries = (n: number) => (chains.length === 1 ? 'primary' : count(n, 'primary feed'))
  const down = [
    ...(primariesDown > 0 ? [primaries(primariesDown)] : []),
    ...(fallbacksDown > 0 ? [count(fallbacksDown, 'fallback')] : []),
  ]
  const idle = fallbacks.length - inUse - fallbacksDown
  return [
    ...(primariesDown < chains.length ? [primaries(chains.length - primariesDown)] : []),
    ...(down.length > 0 ? [`${down.join(' and ')} down`] : []),
    ...(inUse > 0 ? [`${count(inUse, 'fallback')} in use`] : []),
    ...(idle > 0 ? [`${count(idle, 'fallback')} idle`] : []),
    ...(fallbacks.length === 0 ? ['no fallback'] : []),
  ].join('; ')
}

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? '' : 's'}`
}

function feedLine(feed: FeedHealth, now: number): Html {
  const { row, label } = feed
  const facts = [
    row.fallback_of === null ? 'primary' : 'fallback',
    row.provider,
    ...(row.latency_ms === null ? [] : [formatLatency(row.latency_ms)]),
  ]
  const lastOk =
    row.last_ok_at !== null && html` · last success ${relativeTime(Date.parse(row.last_ok_at), now)}`
  const newest =
    row.data_as_of !== null && html` · newest value ${relativeTime(Date.parse(row.data_as_of), now)}`
  const hasTrouble = row.status === 'down' || row.status === 'degraded'
  return html`<li>${stateIcon(row.status)}<div><p>${label} <code>${row.id}</code></p>
<p class="sub"><span class="${row.status}">${STATE_LABELS[row.status]}</span> · ${facts.join(' · ')}${lastOk}${newest}</p>${hasTrouble && html`<p class="sub">${feedTrouble(feed, now)}</p>`}</div></li>`
}

function formatLatency(ms: number): string {
  return ms < 10_000 ? `${Math.round(ms)} ms` : durationText(ms)
}
