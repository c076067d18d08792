import type { Endpoint } from '#declare/endpoint'
import { examplePath } from '#describe/example-path'
import { TAGS } from '#describe/openapi-info'
import { spanOf } from '#figures/span'
import { framed, type HtmlPage } from '#pages/frame'
import { FRONT_SCRIPT } from '#pages/front-script'
import { type Html, html, trusted } from '#pages/html'
import { hours } from '#time'

/** What this is, one button for a key, and every path with an example; `root` is what every link begins with. */
export function frontPage(table: readonly Endpoint[], root: string, sourceNote: string): HtmlPage {
  return framed({
    title: 'Space weather, launches, orbits and debris',
    root,
    current: 'front',
    sourceNote,
    script: FRONT_SCRIPT,
    main: html`<div class="lead"><div class="words"><h1>Space weather, launches, orbits and debris, as plain JSON</h1>
<p>Space-Data gives live space weather, the next launches, solar events, orbital elements and a nightly map of debris from public sources, over plain HTTP.</p>
<p>It asks NOAA, NASA, CelesTrak and The Space Devs no more often than they like, and says with every value where it comes from and until when it holds.</p>
<p>A free key takes one request and no e-mail address. <a href="${root}status">See the status, with live values</a>.</p></div>${keyCard()}</div>
<section aria-labelledby="endpoints"><h2 id="endpoints">Endpoints</h2>
<p class="intro">Open a path to see how it is asked<span data-live hidden>, and try it here</span>. What needs a key takes it as <code>x-api-key</code> or as <code>Authorization: Bearer</code>.</p>
${tagsOf(table).map((tag) => group(tag, table))}</section>`,
  })
}

function keyCard(): Html {
  return html`<section class="card get-key" aria-labelledby="key"><h2 id="key">Get a key</h2>
<p class="muted">One for each network and UTC day, shown once.</p>
<div data-live hidden><button id="issue" type="button">Issue a free key</button>
<div id="outcome" class="outcome" aria-live="polite"></div>
<div class="own"><label for="own">Have one already?</label><input id="own" type="text" autocomplete="off" spellcheck="false" aria-describedby="own-trouble"><p id="own-trouble" class="trouble" role="status"></p></div></div>
<p class="muted terminal">In a terminal:</p>
<pre class="curl" tabindex="0">curl -X POST ${ORIGIN}/v1/keys \\
  -H 'content-type: application/json' \\
  -d '{"label": "my dashboard"}'</pre></section>`
}

/** The script puts the address of the page here; without one it is for the reader to set. */
const ORIGIN = trusted('<span class="origin">$SPACE_DATA</span>')

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

function curlOf(endpoint: Endpoint): Html {
  const { method, access, requestBody } = endpoint
  const header = access === 'key' && ` -H "x-api-key: $SPACE_DATA_KEY"`
  const body =
    method === 'POST' &&
    (requestBody
      ? ` -X POST -H 'content-type: application/json' -d '{"label": "my dashboard"}'`
      : ` -X POST --data-binary @file`)
  return html`<pre class="curl" tabindex="0">curl${header}${body} "${ORIGIN}${examplePath(endpoint)}"</pre>`
}

function tryOf(endpoint: Endpoint): Html {
  const path = examplePath(endpoint).slice(1)
  const needsKey = endpoint.access === 'key'
  return html`<div data-live hidden><button type="button" data-path="${path}" data-key="${needsKey ? 'yes' : 'no'}">Try</button><span class="verdict" role="status"></span>${
    needsKey && html`<span class="hint muted"> needs a key: issue one above</span>`
  }<pre class="answer" tabindex="0" hidden></pre></div>`
}

function validFor(ms: number): string {
  return ms >= hours(1) ? `${ms / hours(1)} h` : spanOf(ms)
}
