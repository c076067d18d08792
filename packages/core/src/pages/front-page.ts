import type { Settings } from '#context'
import type { Endpoint } from '#declare/endpoint'
import { examplePath } from '#describe/example-path'
import { TAGS } from '#describe/openapi-info'
import { spanOf } from '#figures/span'
import { framed, type HtmlPage, rootOf } from '#pages/frame'
import { curlOf, keyCard } from '#pages/front-key'
import { FRONT_SCRIPT } from '#pages/front-script'
import { type Html, html } from '#pages/html'
import { hours } from '#time'

/** What this is, one button for a key, and every path with an example. */
export function frontPage(
  table: readonly Endpoint[],
  { base, sourceNote, keyPrefix }: Pick<Settings, 'base' | 'sourceNote' | 'keyPrefix'>,
): HtmlPage {
  const root = rootOf(base)
  return framed({
    title: 'Space weather, launches, orbits and debris',
    root,
    current: 'front',
    sourceNote,
    script: FRONT_SCRIPT,
    main: html`<div class="lead"><div class="words"><h1>Space weather, launches, orbits and debris, as plain JSON</h1>
<p>Space-Data gives live space weather, the next launches, solar events, orbital elements and a nightly map of debris from public sources, over plain HTTP.</p>
<p>It respects the rate limits of NOAA, NASA, CelesTrak and The Space Devs. Every response carries its source, fetch time and expiry.</p>
<p>A free key takes one request and no e-mail address. <a href="${root}status">See the status, with live values</a>.</p></div>${keyCard(keyPrefix)}</div>
<section aria-labelledby="endpoints"><h2 id="endpoints">Endpoints</h2>
<p class="intro">Open a path for its curl line<span data-live hidden>, and try it here</span>. Send the key as <code>x-api-key</code> or as <code>Authorization: Bearer</code>.</p>
${tagsOf(table).map((tag) => group(tag, table))}</section>`,
  })
}

function tagsOf(table: readonly Endpoint[]): string[] {
  return [...new Set(table.map(({ tag }) => tag))]
}

function group(tag: string, table: readonly Endpoint[]): Html {
  return html`<div class="tag"><h3>${tag}</h3>${TAGS[tag] !== undefined && html`<p class="meaning">${TAGS[tag]}</p>`}
<div class="paths">${table.filter((endpoint) => endpoint.tag === tag).map(pathOf)}</div></div>`
}

function pathOf(endpoint: Endpoint): Html {
  const { method, path, summary, access, ttlMs } = endpoint
  const needsKey = access === 'key'
  return html`<details><summary><span class="method">${method}</span><code>${path}</code><span class="what">${summary}</span><span class="need${needsKey && ' key'}">${needsKey ? 'key' : 'open'}</span><span class="ttl">${ttlMs !== undefined && `valid ${validFor(ttlMs)}`}</span></summary>
<div class="try">${curlOf(endpoint)}${method === 'GET' && tryOf(endpoint)}</div></details>`
}

function tryOf(endpoint: Endpoint): Html {
  const path = examplePath(endpoint).slice(1)
  const needsKey = endpoint.access === 'key'
  return html`<div data-live hidden><button type="button" data-path="${path}" data-key="${needsKey ? 'yes' : 'no'}">Try</button><span class="verdict" role="status"></span>${
    needsKey && html`<span class="hint muted"> needs a key: get one above</span>`
  }<pre class="answer" tabindex="0" hidden></pre></div>`
}

function validFor(ms: number): string {
  return ms >= hours(1) ? `${ms / hours(1)} h` : spanOf(ms)
}
