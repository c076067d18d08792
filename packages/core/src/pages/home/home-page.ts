import { spanOf } from '@space-data/charts'
import type { Settings } from '#context'
import { type Endpoint, isStream } from '#declare/endpoint'
import { examplePath } from '#openapi/example-request'
import { TAGS } from '#openapi/info'
import { curlExample } from '#pages/curl-example'
import { type HomeFacts, homeValidMs } from '#pages/home/home-facts'
import { HOME_SCRIPT } from '#pages/home/home-script'
import { HOME_STYLE } from '#pages/home/home-style'
import { keyCard } from '#pages/home/key-card'
import { liveStrip } from '#pages/home/live-strip'
import { tierTable } from '#pages/home/tier-table'
import { type Html, html } from '#pages/html'
import { type HtmlPage, linkRoot, renderPage } from '#pages/layout'
import { hours } from '#time'

const DESCRIPTION =
  'Space-Data serves live space weather, upcoming launches, solar events, orbital elements ' +
  'and a nightly debris map from public sources, over plain HTTP.'

/** Renders the home page: introduction, current values, key card, endpoints with examples, tiers. */
export function homePage(
  table: readonly Endpoint[],
  { base, sourceNote, keyPrefix, tiers }: Pick<Settings, 'base' | 'sourceNote' | 'keyPrefix' | 'tiers'>,
  facts: HomeFacts,
): HtmlPage {
  const root = linkRoot(base)
  const page = renderPage({
    title: 'Space weather, launches, orbits and debris',
    description: DESCRIPTION,
    root,
    current: 'home',
    sourceNote,
    style: HOME_STYLE,
    script: HOME_SCRIPT,
    main: html`<div class="lead"><div class="words"><h1>Space weather, launches, orbits and debris as plain JSON</h1>
<p>${DESCRIPTION}</p>
<p>It respects the rate limits of NOAA, NASA, CelesTrak and The Space Devs. Every response carries its source, fetch time and expiry.</p>
<p>A free key takes one request and no e-mail address. <a href="${root}status">See the state of every source</a>, or <a href="${root}alerts">what happened lately</a>.</p></div>${keyCard(keyPrefix)}</div>
${liveStrip(facts, root)}
<section aria-labelledby="endpoints"><h2 id="endpoints">Endpoints</h2>
<p class="intro">Open an endpoint for its curl command<span data-live hidden>, or to try it here</span>. Send the key as <code>x-api-key</code> or as <code>Authorization: Bearer</code>.</p>
${tagsOf(table).map((tag) => endpointGroup(tag, table))}</section>
${tierTable(tiers, root)}`,
  })
  return { ...page, validMs: homeValidMs(facts) }
}

function tagsOf(table: readonly Endpoint[]): string[] {
  return [...new Set(table.map(({ tag }) => tag))]
}

function endpointGroup(tag: string, table: readonly Endpoint[]): Html {
  return html`<div class="tag"><h3>${tag}</h3>${TAGS[tag] !== undefined && html`<p class="meaning">${TAGS[tag]}</p>`}
<div class="paths">${table.filter((endpoint) => endpoint.tag === tag).map(endpointItem)}</div></div>`
}

function endpointItem(endpoint: Endpoint): Html {
  const { method, path, summary, access, ttlMs, isIncludedIn } = endpoint
  const needsKey = access === 'key'
  return html`<details><summary><span class="method">${method}</span><code>${path}</code><span class="what">${summary}</span><span class="need${needsKey && ' key'}">${needsKey ? (isIncludedIn ? 'key, some tiers' : 'key') : 'no key'}</span><span class="ttl">${ttlMs !== undefined && `valid ${formatTtl(ttlMs)}`}</span></summary>
<div class="try">${curlExample(endpoint)}${method === 'GET' && !isStream(endpoint) && tryControls(endpoint)}</div></details>`
}

function tryControls(endpoint: Endpoint): Html {
  const path = examplePath(endpoint).slice(1)
  const needsKey = endpoint.access === 'key'
  return html`<div data-live hidden><button type="button" data-path="${path}" data-key="${needsKey ? 'yes' : 'no'}">Try</button><span class="verdict" role="status"></span>${
    needsKey && html`<span class="hint muted"> needs a key: get one above</span>`
  }<pre class="answer" tabindex="0" hidden></pre></div>`
}

function formatTtl(ms: number): string {
  return ms >= hours(1) ? `${ms / hours(1)} h` : spanOf(ms)
}
