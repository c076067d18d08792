import { type Html, html } from '#features/shared/page/html'
import { stateIcon } from '#features/shared/page/state-icon'
import { formatDay } from '#features/shared/page/timestamps'
import { type EndpointHealth, type FeedChain, worstOf } from '#features/status/endpoint-health'
import { endpointRow, stateLabel, uptimeHistory } from '#features/status/endpoint-list'
import type { HealthFacts } from '#features/status/health-facts'
import { uptimeLegend } from '#features/status/uptime-bars'
import { days } from '#kernel/kit/time'

/** Renders a row for each provider with its endpoints, which are unfolded if one of them has a problem. */
export function providerList({ now }: HealthFacts, endpoints: readonly EndpointHealth[]): Html {
  const numbered = endpoints.map((endpoint, i) => ({ ...endpoint, id: `endpoint-${i + 1}` }))
  const providerOf = ({ chains }: EndpointHealth) => chains[0]?.main.row.provider ?? ''
  const rows = [...new Set(endpoints.map(providerOf))].map((provider, i) => {
    const own = numbered.filter((each) => providerOf(each) === provider)
    const chains = new Map(own.flatMap((each) => each.chains.map((chain) => [chain.main.row.id, chain])))
    const hasProblem = own.some(({ state }) => state === 'down' || state === 'degraded')
    return html`<li><details id="provider-${i + 1}"${hasProblem && ' open'}><summary class="endpoint"><span class="who">${stateIcon(worstOf(own.map(({ state }) => state)))}<span><h3>${provider}</h3><span class="sub">${statesOf(own)}</span></span></span>
${uptimeHistory([...chains.values()], now)}</summary><ul>${own.map((endpoint) => endpointRow(endpoint, endpoint.id, now))}</ul></details></li>`
  })
  return html`<section aria-labelledby="feeds"><div class="heading"><h2 id="feeds">By provider</h2>${uptimeLegend()}</div>
<p class="intro">Share of requests that succeeded through the feed or a fallback. ${countedSince(endpoints, now)}</p>
<ul class="endpoints card">${rows}</ul></section>`
}

/** Counts endpoints by state: `6 endpoints operational`, `5 endpoints operational, 1 down`. */
function statesOf(endpoints: readonly EndpointHealth[]): string {
  const labels = endpoints.map(({ chains, state }) => stateLabel(chains, state))
  const counts = [...new Set(labels)].map((label) => {
    const count = labels.filter((each) => each === label).length
    return { label, count }
  })
  return counts
    .toSorted((a, b) => b.count - a.count)
    .map(({ label, count }, i) => `${count}${i > 0 ? '' : count === 1 ? ' endpoint' : ' endpoints'} ${label}`)
    .join(', ')
}

/** Renders since when requests are counted, if that is less than 90 days. */
function countedSince(endpoints: readonly EndpointHealth[], now: number): string {
  const daysOf = ({ main }: FeedChain) => main.days.map(({ day }) => day)
  const first = endpoints
    .flatMap(({ chains }) => chains.flatMap(daysOf))
    .sort()
    .at(0)
  if (first === undefined) return 'No requests yet.'
  const at = Date.parse(first)
  return at > now - days(89) ? `Counted since ${formatDay(at)}.` : 'UTC days.'
}
