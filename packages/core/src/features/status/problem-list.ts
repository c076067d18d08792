import { durationText } from '@space-data/charts/text'
import { type Content, type Html, html } from '#features/shared/page/html'
import type { HealthProblem } from '#features/shared/page/shown-health'
import { stateIcon } from '#features/shared/page/state-icon'
import { elapsedSince, formatDateTime, relativeTime } from '#features/shared/page/timestamps'
import type { EndpointHealth, FeedChain, FeedHealth } from '#features/status/endpoint-health'
import type { HealthFacts } from '#features/status/health-facts'
import type { FeedState } from '#kernel/upstreams/states/feed-state'

/** A current problem, as shown. */
interface Problem extends HealthProblem {
  readonly state: FeedState
  /** The data that are still served, by name, if the problem concerns several feeds. */
  readonly effects?: readonly { readonly name: string; readonly effect: Content }[]
}

/** Renders the current problems, worst first; `null` if there are none. */
export function problemList(facts: HealthFacts, endpoints: readonly EndpointHealth[]): Html | null {
  const problems = [...serviceProblems(facts), ...providerPauses(facts), ...feedProblems(facts, endpoints)]
  if (problems.length === 0) return null
  return html`<section class="problems" aria-labelledby="problems"><h2 id="problems">Current problems</h2>
<ul class="card">${problems.map(
    ({ state, title, what, effect, effects }) =>
      html`<li>${stateIcon(state)}<div><h3>${title}</h3><p>${what}</p>${effects ? html`<ul class="effects">${effects.map(({ name, effect: served }) => html`<li><strong>${name}</strong> <span class="muted">${served}</span></li>`)}</ul>` : html`<p class="muted">${effect}</p>`}</div></li>`,
  )}</ul></section>`
}

function serviceProblems({ report, shown, isStoreFailing }: HealthFacts): Problem[] {
  const problems: Problem[] = []
  if (isStoreFailing)
    problems.push({
      state: 'down',
      title: 'Store',
      what: 'The store does not respond, so the states of feeds are unknown.',
      effect: 'Data in the memory of this process are still served. No keys can be issued.',
    })
  if (report.store === 'read_only')
    problems.push({
      state: 'degraded',
      title: 'Store',
      what: 'The store can be read, but not written.',
      effect:
        'All data are still served. No keys can be issued, and fetched data are not stored. The log of the ' +
        'server has the reason, such as a full disk.',
    })
  for (const { problem } of shown) if (problem) problems.push({ state: 'degraded', ...problem })
  return problems
}

/** Returns a problem for each provider that is not requested for a while. */
function providerPauses({ report }: HealthFacts): Problem[] {
  const rows = new Map(report.upstreams.flatMap((row) => (row.paused_until ? [[row.provider, row]] : [])))
  return [...rows.values()].map(({ provider, paused_until, pause_reason }) => ({
    state: 'degraded',
    title: provider,
    what: html`It gets no requests until ${formatDateTime(Date.parse(paused_until ?? ''))}: ${pause_reason}.`,
    effect: 'Its data are served until they expire. After that, requests get 503.',
  }))
}

const SEVERITY: readonly FeedState[] = ['down', 'degraded', 'operational', 'unknown']

function feedProblems({ now }: HealthFacts, endpoints: readonly EndpointHealth[]): Problem[] {
  const chains = new Map<string, { chain: FeedChain; names: string[] }>()
  for (const { name, chains: own } of endpoints)
    for (const chain of own) {
      const { id } = chain.main.row
      chains.set(id, { chain, names: [...(chains.get(id)?.names ?? []), name] })
    }
  const failing = [...chains.values()].flatMap(
    ({ chain, names }) => failingFeed(chain, names.join(', '), now) ?? [],
  )
  return byCause(failing)
    .map((group) => problemOf(group, now))
    .sort((a, b) => SEVERITY.indexOf(a.state) - SEVERITY.indexOf(b.state))
}

/** A failing feed, and the effect on the endpoints that it serves. */
interface FailingFeed {
  readonly feed: FeedHealth
  readonly state: FeedState
  readonly name: string
  readonly effect: Content
}

function failingFeed(chain: FeedChain, name: string, now: number): FailingFeed | null {
  if (hasProblem(chain.main)) {
    return { feed: chain.main, state: chain.state, name, effect: effectOf(chain, now) }
  }
  const feed = chain.fallbacks.find(hasProblem)
  if (!feed) return null
  const effect = 'Nothing is missing: the main feed works, and the fallback is idle.'
  return { feed, state: 'degraded', name: `${name}: fallback`, effect }
}

/** Groups feeds of one provider that fail in the same way; a late feed has its own group. */
function byCause(failing: readonly FailingFeed[]): FailingFeed[][] {
  const groups = new Map<string, FailingFeed[]>()
  for (const each of failing) {
    const { row } = each.feed
    const cause = row.error === null ? row.id : `${row.provider} ${failureWords(each.feed)}`
    groups.set(cause, [...(groups.get(cause) ?? []), each])
  }
  return [...groups.values()]
}

function problemOf(group: readonly FailingFeed[], now: number): Problem {
  const [first] = group.toSorted((a, b) => sinceOf(a) - sinceOf(b)) as [FailingFeed]
  const what = feedTrouble(first.feed, now)
  if (group.length === 1) return { state: first.state, title: first.name, what, effect: first.effect }
  const state = SEVERITY.find((each) => group.some((failing) => failing.state === each)) ?? first.state
  const title = `${first.feed.row.provider}: ${group.length} feeds`
  return { state, title, what, effect: null, effects: group }
}

function sinceOf({ feed }: FailingFeed): number {
  return feed.failingSince ?? Number.POSITIVE_INFINITY
}

function hasProblem({ row: { status } }: FeedHealth): boolean {
  return status === 'down' || status === 'degraded'
}

/** Renders the problem of a feed in plain words, with its start. */
export function feedTrouble(feed: FeedHealth, now: number): Html {
  const { row, failingSince } = feed
  if (row.error === null) {
    const at = row.data_as_of === null ? null : Date.parse(row.data_as_of)
    return html`${row.provider} responds, but its newest value is ${at === null ? 'late' : html`of ${formatDateTime(at)}, ${durationText(now - at)} old`}.`
  }
  return html`${row.provider} ${failureWords(feed)}${failingSince !== null && html` · ${elapsedSince(failingSince, now)}`}`
}

const FAILURES: Readonly<Record<string, string>> = {
  unreachable: 'cannot be reached',
  timeout: 'does not respond in time',
  too_large: 'sends more data than accepted',
  schema_mismatch: 'sends data in an unexpected format',
  incomplete: 'sent an incomplete response',
  unusable_rows: 'sends rows that cannot be used',
}

function failureWords({ reason, row }: FeedHealth): string {
  const status = /^http_(\d+)$/.exec(reason ?? '')?.[1]
  if (status !== undefined) return `responds with HTTP ${status}`
  return FAILURES[reason ?? ''] ?? `fails: ${row.error}`
}

/** Renders which data are served although the main feed of a chain has a problem. */
function effectOf({ main, active }: FeedChain, now: number): Content {
  const { row, usableUntil } = main
  if (row.error === null) return 'The newest available values are served.'
  if (active) return html`The data come from a fallback: ${active.label}.`
  if (usableUntil !== null && now < usableUntil)
    return html`Values of ${relativeTime(Date.parse(row.last_ok_at ?? row.checked_at ?? ''), now)} and older are served until ${formatDateTime(usableUntil)} at the latest.`
  if (row.endpoints.length === 0) return 'The next nightly computation needs it.'
  return html`Requests that need it get 503: ${row.endpoints.map((path, i) => html`${i > 0 && ', '}<code>${path}</code>`)}.`
}
