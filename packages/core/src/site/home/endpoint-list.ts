import { durationText } from '@space-data/charts/text'
import type { Endpoint } from '#endpoint/endpoint'
import { TAGS } from '#endpoint/openapi/info'
import { type Html, html } from '#endpoint/page/html'
import { hours } from '#kit/time'

/** Renders every endpoint by tag, each as a link to its place in the reference. */
export function endpointList(table: readonly Endpoint[], root: string): Html {
  const tags = [...new Set(table.map(({ tag }) => tag))]
  return html`<section aria-labelledby="endpoints"><h2 id="endpoints">Endpoints</h2>
<p class="intro">The <a href="${root}docs">reference</a> has the parameters, fields and examples of each, and sends requests.</p>
${tags.map((tag) => {
  const own = table.filter((endpoint) => endpoint.tag === tag)
  return html`<div class="tag"><h3>${tag}</h3>${TAGS[tag] !== undefined && html`<p class="meaning">${TAGS[tag]}</p>`}
<ul class="paths">${own.map((endpoint) => endpointRow(endpoint, root))}</ul></div>`
})}</section>`
}

function endpointRow(endpoint: Endpoint, root: string): Html {
  const { method, path, operationId, summary, access, ttlMs, isIncludedIn } = endpoint
  const isKeyed = access === 'key'
  const need = isKeyed ? (isIncludedIn ? 'key, some tiers' : 'key') : 'no key'
  return html`<li><span class="method">${method}</span><a href="${root}docs#${operationId}"><code>${path}</code></a><span class="what">${summary}</span><span class="need${isKeyed && ' key'}">${need}</span><span class="ttl">${ttlMs !== undefined && `valid ${formatTtl(ttlMs)}`}</span></li>`
}

function formatTtl(ms: number): string {
  return ms >= hours(1) ? `${ms / hours(1)} h` : durationText(ms)
}
